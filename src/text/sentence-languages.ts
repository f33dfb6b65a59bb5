/**
 * What sentence ends depend on, one record a language: its abbreviations, the words that open its sentences, its
 * ordinal numbers. Words are separated by spaces and have no final full stop. A word in lower case is met in any
 * case; one with a capital letter only with it, since "sat" and "mar" are words of their own.
 */

export interface SentenceLanguage {
  /** A name, an example or the rest of the thought follows: never the end of a sentence ("Dr.", "e.g."). */
  readonly leading?: string;
  /** A number follows; without one the full stop is an ordinary one ("No. 5", but "She said no."). */
  readonly numbered?: string;
  /** May end a sentence, and does so when a word follows that commonly opens one ("Inc.", "p.m."). */
  readonly either?: string;
  /** Mostly at the end of what it belongs to; the sentence ends unless a lower-case word follows ("etc."). */
  readonly closing?: string;
  /** Words that commonly open a sentence. */
  readonly openers?: string;
  /** Openers that are parts of names too, so that they do not end a sentence after an initial ("J. De Vries"). */
  readonly nameParts?: string;
  /** Words in front of a number that make its full stop that of an ordinal ("am 3. Oktober"). */
  readonly ordinalBefore?: string;
  /** Words behind a number that do the same ("3. Oktober"). */
  readonly ordinalAfter?: string;
}

export const SENTENCE_LANGUAGES = {
  en: {
    leading:
      'vs v.s cf viz e.g i.e approx incl excl resp misc esp assn asst attn Mr Mrs Ms Mx Dr Prof Gen Rep Sen Gov Capt Cpt Cmdr Col Sgt Maj Rev Hon Pres Supt Messrs Mt',
    numbered:
      'no nos nr fig figs eq eqs vol vols p pp ch chap sec sect art arts tel ed eds app para pt ex op ver est ref ext apt',
    either:
      'st sr jr co inc ltd corp llc plc bros al ave blvd rd sq ca a.m p.m u.s u.k u.n e.u d.c ph.d b.a m.a b.c a.d Jan Feb Mar Apr Jun Jul Aug Sep Sept Oct Nov Dec Mon Tue Tues Wed Thu Thur Thurs Fri Sat Sun dept lt ft',
    closing: 'etc',
    openers:
      'the a an this that these those it he she they we you i in on at by for from with to as if when while where who what why how but and or so then there here his her their our its my your no not yes all some any each every one two after before during since until although because however therefore thus also both most many such another now today once',
  },
  de: {
    leading:
      'prof dr z.b d.h u.z i.d.r bzw bspw vgl ggf evtl geb gegr insb insbes inkl exkl zzgl abzgl sog ehem ca zirka allg bes dipl ing jur rer nat hrsg resp Hr Hrn Frl Fr tgl mtl jährl urspr entspr dgl v.a v.chr n.chr Str',
    numbered: 'nr nrn abb abs abschn kap bd bde anm anl art aufl tab ziff zif rn rdnr rz bl gem mind',
    either: 'med jhd jh mio mrd std min sek tsd Mo Di Mi Do Sa So Jän Okt Dez Mrz',
    closing: 'usw usf ff u.a u.ä o.ä etc',
    openers:
      'der die das ein eine einer es er sie wir ihr ich man dies diese dieser dieses dort hier da dann danach wenn weil als im in am an auf bei für mit nach seit von vor zu zum zur und aber oder doch so auch nur nicht kein keine alle viele jeder jede jedes was wer wie wo warum',
    nameParts: 'von van zum zur der den',
    ordinalBefore:
      'am im vom zum zur beim bis ab seit den dem der die das des und oder jeden jeder ihr sein ihren seinen',
    ordinalAfter:
      'januar jänner februar feber märz april mai juni juli august september oktober november dezember jahrhundert jahrhunderts jahrtausend auflage klasse platz stock weltkrieg kapitel armee liga tag monat jahr mal runde teil band',
  },
  fr: {
    leading: 'mme mmes mlle mlles mgr env cf p.ex p.exemple av boul fg apr Mm Me Pr Ste Bd',
    numbered: 'no nos art chap fig tab vol pp éd alin réf tél',
    either: 'janv févr avr juil sept oct nov déc cie éts ets',
    closing: 'etc',
    openers:
      'le la les un une des il elle ils elles on nous vous je tu ce cet cette ces cela ça dans en sur sous par pour avec sans mais et ou donc car si quand comme après avant depuis pendant puis ainsi alors aussi à au aux son sa ses leur leurs notre nos votre vos tout tous toutes chaque quel quelle pourquoi comment où qui que',
    nameParts: 'le la les de des du',
  },
  es: {
    leading:
      'dña ud uds vd vds p.ej ej excmo excma ilmo ilma lic ing arq gral av avda ctra pza aprox depto prov prol Sra Sras Srta Dra Dres Sto Sta',
    numbered: 'núm núms nº art arts cap fig figs pág págs tít vol vols t tel tfno ed',
    either: 'sr sres jr s.a s.l cía hnos ene abr dic ee.uu a.c d.c',
    closing: 'etc',
    openers:
      'el la los las un una unos unas él ella ellos ellas yo tú usted ustedes nosotros esto esta este estos estas eso esa ese en con por para sin sobre desde hasta según tras pero y o si no sí cuando como donde porque aunque después antes también así entonces luego su sus mi mis tu nuestro todo todos cada qué quién cómo cuándo',
    nameParts: 'el la los las de del',
  },
  it: {
    leading:
      'sig sigg sig.ra sig.na dott dott.ssa prof.ssa avv ing geom p.es ecc.mo mons egr spett v.le p.za pag.ne c.a On Arch',
    numbered: 'n nn art artt cap fig figg pag pagg vol voll tab tel par',
    either: 's.p.a s.r.l gen mag giu lug ott dic a.c d.c',
    closing: 'ecc',
    openers:
      'il lo la i gli le un uno una egli ella essi noi voi io lui lei loro questo questa questi queste quello quella in nel nella con per da di su tra fra ma e o se non quando come dove perché poi dopo prima anche così allora suo sua suoi mio ogni tutti che chi cosa',
    nameParts: 'lo la di da del della',
  },
  pt: {
    leading: 'exmo exma v.ex v.exa p.ex arq av pça trav prof.ª aprox Eng Dep',
    numbered: 'nº núm art arts cap fig figs pág págs vol vols tel séc ed',
    either: 'sr srs jr ltda cia s.a fev abr',
    closing: 'etc',
    openers:
      'o a os as um uma uns umas ele ela eles elas eu tu você vocês nós isto isso este esta estes estas esse essa em no na nos nas com por para sem sobre desde até mas e ou se não sim quando como onde porque depois antes também assim então seu sua meu minha todo todos cada que quem',
    nameParts: 'os as da do de dos das',
  },
  nl: {
    leading:
      'dhr mevr mw drs ing mr bijv d.w.z m.a.w o.a i.v.m m.b.t t.a.v t.o.v a.u.b z.g zgn resp incl excl plm ca ong vgl evt jl jhr prof.dr Ir',
    numbered: 'nr nrs blz pag afb fig art hfdst deel tel par',
    either: 'b.v n.v mrt aug okt v.chr n.chr bv',
    closing: 'enz e.d etc',
    openers:
      'de het een hij zij ze wij we jij je ik u dit dat deze die er hier daar in op aan bij met van voor naar om als toen toch maar en of want dus ook niet geen alle elke wie wat waar waarom hoe na sinds',
    nameParts: 'de het van der den ten ter',
  },
  pl: {
    leading: 'np tzn tzw tj m.in mgr inż św bł ks płk kpt por ul al pl im zob por',
    numbered: 'nr art ust pkt poz rys tab str s t tom rozdz tel par ok',
    either: 'gen hab r w wyd godz min sek mln mld tys zł gr n.e p.n.e',
    closing: 'itd itp i.in',
    openers:
      'to ten ta te ci on ona ono oni one ja ty my wy w we na do z ze od po przed przez dla bez ale i lub oraz jednak więc gdy kiedy jeśli jak co kto gdzie dlaczego tak nie jego jej ich każdy wszyscy następnie potem',
  },
  cs: {
    leading: 'např tzv tj tzn mj popř resp ing mgr mudr judr phdr sv pí plk ul nám tř cca zvl vč',
    numbered: 'č čl odst str s obr tab kap tel',
    either: 'hod min mil mld tis kč r s.r.o a.s n.l př.n.l spol',
    closing: 'atd apod aj',
    openers:
      'to ten ta ti on ona ono oni já ty my vy v ve na do z ze od po před pro bez ale a nebo však tak když jestli jak co kdo kde proč ne jeho její jejich každý všichni pak potom',
    ordinalAfter: 'ledna února března dubna května června července srpna září října listopadu prosince století',
  },
  sv: {
    leading: 't.ex d.v.s dvs bl.a s.k m.a.o f.d fr.o.m t.o.m jfr ca resp inkl exkl kand',
    numbered: 'nr kap fig tab sid s tel bil',
    either: 'kl kr mån tis ons tors fre lör sön jan feb okt dec e.kr f.kr',
    closing: 'osv m.m m.fl o.d etc',
    openers:
      'det den de detta denna dessa han hon vi ni jag du man en ett i på av för med till från om när då där här men och eller så också inte alla varje vem vad varför hur efter sedan under',
    nameParts: 'af von de',
  },
  da: {
    leading: 'f.eks bl.a dvs d.v.s såk s.k ca jf jvf inkl ekskl hhv pga mht ift cand Hr Fr Frk',
    numbered: 'nr kap fig tab s side stk tlf bilag',
    either: 'kl kr e.kr f.kr Okt Dec',
    closing: 'osv m.m m.fl m.v etc',
    openers:
      'det den de dette denne disse han hun vi I jeg du man en et på af for med til fra om når da hvor her men og eller så også ikke alle hver hvem hvad hvorfor efter siden under',
    ordinalBefore: 'den d',
    ordinalAfter: 'januar februar marts april maj juni juli august september oktober november december århundrede',
  },
  nb: {
    leading: 'f.eks bl.a dvs såk ca jf inkl ekskl hhv pga ifm vha cand',
    numbered: 'nr kap fig tab s side tlf vedl',
    either: 'kl kr mrd e.kr f.kr Des',
    closing: 'osv m.m m.fl mv',
    openers:
      'det den de dette denne disse han hun vi dere jeg du man en et på av for med til fra om når da hvor her men og eller så også ikke alle hver hvem hva hvorfor etter siden under',
    ordinalAfter: 'januar februar mars april mai juni juli august september oktober november desember århundre',
  },
  fi: {
    leading: 'esim ts synt toim vrt nyk puh tri',
    numbered: 'nro s kuva taul luku kpl par',
    either: 'klo v eaa jaa eKr jKr milj mrd',
    closing: 'jne ym yms tms',
    openers:
      'se ne tämä nämä hän he me te minä sinä on ei ja tai mutta kun jos niin myös kaikki kuka mikä missä miksi sitten',
    ordinalAfter:
      'tammikuuta helmikuuta maaliskuuta huhtikuuta toukokuuta kesäkuuta heinäkuuta elokuuta syyskuuta lokakuuta marraskuuta joulukuuta',
  },
  hu: {
    leading: 'pl ún ld vö özv ifj kb szt u.i tkp',
    numbered: 'sz ábra fej köt tel',
    either: 'kft rt bt zrt febr márc ápr máj jún júl aug szept okt dec',
    closing: 'stb',
    openers:
      'az egy ez azt ezt ő ők mi ti én te de és vagy ha mert amikor ahol hogy mint nem igen minden ki mit miért hol aztán',
    ordinalAfter:
      'század fejezet január február március április május június július augusztus szeptember október november december',
  },
  ro: {
    leading: 'ing acad av prof.univ conf.univ cca inclusiv resp',
    numbered: 'nr art alin lit cap fig pag vol tel str bl sc ap',
    either: 's.a s.r.l ian feb iul î.hr d.hr',
    closing: 'etc ș.a',
    openers:
      'el ea ei ele eu tu noi voi acest această acești un o în pe la cu de din pentru dar și sau dacă când cum unde apoi după nu da toate toți cine ce',
  },
  tr: {
    leading: 'doç yrd örn bkz yakl alb müh blv Av Sn Cad Sok Mah',
    numbered: 'no nr s sf sayfa bl böl şek tab cilt tel md',
    either: 'a.ş ltd şti yy m.ö m.s',
    closing: 'vb vd',
    openers:
      'bu şu o bir ben sen biz siz onlar ve veya ama fakat ancak çünkü eğer sonra önce her tüm hiç ne kim nasıl neden nerede',
    ordinalAfter:
      'yüzyıl yüzyılda sınıf bölüm ocak şubat mart nisan mayıs haziran temmuz ağustos eylül ekim kasım aralık',
  },
  id: {
    leading: 'drs hj bpk sdr yth a.n d.a u.p jend tn jl kab kec',
    numbered: 'no hal hlm bab pasal gbr tab jil telp',
    either: 'tbk sp s.h m.h s.m',
    closing: 'dll dsb dst',
    openers:
      'ini itu dia mereka kami kita saya anda di ke dari pada dengan untuk tetapi dan atau jika ketika karena setelah sebelum semua setiap siapa apa mengapa bagaimana',
  },
  vi: {
    leading: 'tp ths pgs ô.b v.d',
    numbered: 'số tr t đt',
    closing: 'v.v',
    openers:
      'tôi anh chị ông bà họ chúng nó đây đó trong trên với của cho nhưng và hoặc nếu khi vì sau trước tất mỗi ai gì tại',
  },
  ru: {
    leading: 'т.е т.н т.ч напр акад проф доц канд чл св просп пл пер наб тел тов ген полк кап обл пос дер',
    numbered: 'рис табл гл разд п пп ст ч стр с т вып кн д кв корп',
    either:
      'г гг в вв руб коп тыс млн млрд мин сек час ул н.э до.н.э янв фев февр апр авг сен сент окт ноя нояб дек см ср им гр',
    closing: 'т.д т.п др пр.др',
    openers:
      'это этот эта эти тот та те он она оно они я ты мы вы в во на с со из к по для от до о об при за под над но и а или если когда как где что кто почему так не да его её их каждый все всё потом затем после также',
  },
  uk: {
    leading: 'т.зв напр див пор ім акад проф доц св просп пл пров тел тов ген обл смт',
    numbered: 'рис табл гл розд п пп ст ч стор с т вип кн буд кв',
    either: 'р рр ст грн коп тис млн млрд хв вул н.е гр',
    closing: 'т.д т.п ін',
    openers:
      'це цей ця ці той та ті він вона воно вони я ти ми ви у в на з із до по для від але і й або якщо коли як де що хто чому так не його її їх кожен усі всі потім також',
  },
  bg: {
    leading: 'т.е напр вж ср акад проф доц инж св бул пл тел',
    numbered: 'фиг табл гл чл ал т стр с бр',
    either: 'г гг в лв ст хил млн млрд мин ул',
    closing: 'и.т.н т.н др',
    openers:
      'това този тази тези той тя то те аз ти ние вие в на с от до по за но и или ако когато как къде какво кой защо да не',
  },
  el: {
    leading: 'π.χ δηλ βλ κ κα κος κυρ δρ καθ αγ λεωφ τηλ πρβλ λ.χ',
    numbered: 'αρ αρθ σελ σ κεφ εικ πιν τ τόμ παρ',
    either: 'π.μ μ.μ μ.χ α.ε ε.ε',
    closing: 'κ.λπ κ.ά κλπ κτλ',
    openers:
      'ο η το οι τα ένας μια ένα αυτός αυτή αυτό αυτοί εγώ εσύ εμείς εσείς σε στο στη με για από αλλά και ή αν όταν όπως πού τι ποιος γιατί δεν όχι ναι όλα όλοι κάθε μετά',
  },
  ar: { leading: 'د أ م ص ب هـ ق.م ج ت', numbered: 'رقم ص ج' },
  th: {
    leading: 'ดร ผศ รศ ศ นพ พญ ทพ อ น.ส ด.ช ด.ญ พ.ต.ท พล.อ',
    numbered: 'พ.ศ ค.ศ',
    either: 'ก.ม กม ซม มม กก น ม.ค ก.พ มี.ค เม.ย พ.ค มิ.ย ก.ค ส.ค ก.ย ต.ค พ.ย ธ.ค',
  },
  hi: { leading: 'डॉ कु प्रो पं सं रु डा मो', numbered: 'नं क्र पृ' },
} as const satisfies Record<string, SentenceLanguage>;

/** Codes of ISO 639-1. */
export type SentenceLanguageCode = keyof typeof SENTENCE_LANGUAGES;

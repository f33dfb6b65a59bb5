/** Words that carry grammar, not topic, by language; left out of queries only, so the index still has them. */

export interface StopWords {
  readonly language: string;
  /** Distinct terms of a query that must be among `words` before it is taken for this language. */
  readonly least: number;
  /** Separated by blanks. */
  readonly words: string;
}

/** Two, where names and keywords of another language look the same: the film Die Hard is not asked for in German. */
const SHARED_SCRIPT = 2;

export const ENGLISH_STOP_WORDS: StopWords = {
  language: 'en',
  least: 1,
  words: `
a about after again all also am an and any are as at be because been before being between both but by can could
did do does doing during each few for from further had has have having he her here hers him his how i if in into
is it its itself just me more most my no nor not of off on once only or other our ours out over own same she should
so some such than that the their theirs them then there these they this those through to too under until up very was
we were what when where which while who whom why will with would you your yours
dont doesnt didnt isnt arent wasnt werent cant couldnt wont wouldnt shouldnt hasnt havent hadnt
im ive id youre youve youll theyre theyve weve whats wheres whos hows thats theres lets
please tell
`,
};

/** English first: it wins where as many words of two languages stand in a query. */
export const STOP_WORDS: readonly StopWords[] = [
  ENGLISH_STOP_WORDS,
  {
    language: 'de',
    least: SHARED_SCRIPT,
    words: `aber als am an auch auf aus bei beim bin bis da damit das dass dem den denn der des die dies diese diesem diesen
dieser doch du durch ein eine einem einen einer eines er es für hat haben habe hatte ich ihr im in ins ist ja kann kein
keine können man mein mich mir mit muss müssen nach nicht noch nur ob oder ohne seit sich sie sind so soll sollen um
und uns unter vom von vor wann war waren warum was welche welchem welchen welcher welches wem wen wenn wer werden wie
wieso wird wo wofür woher wohin worum wurde wurden zu zum zur zwischen über`,
  },
  {
    language: 'fr',
    least: SHARED_SCRIPT,
    words: `à a ai au aux avec avoir c ce cela ces cet cette combien comment d dans de depuis des doit donc du elle elles en
entre est est-ce et être fait font il ils j je l la le les leur leurs lors lui m mais me même mon n ne nos notre nous on
ont ou où par pas peut peuvent pendant plus pour pourquoi qu quand que quel quelle quelles quels qui quoi s sa sans se ses
si son sont sous sur t t-il t-elle ta tes ton tu un une vos votre vous y`,
  },
  {
    language: 'es',
    least: SHARED_SCRIPT,
    words: `a al ante como cómo con cuál cuáles cuando cuándo cuánta cuántas cuánto cuántos de del desde donde dónde durante e
el él ella ellas ellos en entre era es esa ese eso esta está están este esto estos fue fueron ha han hasta hay la las le
les lo los más me mi mis muy ni no nos o para pero por porque puede pueden que qué quién quiénes se según ser si sí sin
sobre son su sus también te tiene tienen tu tus un una unas uno unos y ya`,
  },
  {
    language: 'it',
    least: SHARED_SCRIPT,
    words: `a ad ai al alla alle allo anche c che chi ci come con cosa cui d da dai dal dalla dalle dallo dei degli del della delle
dello di dopo dove e è ed era erano essere fra gli ha hanno i il in l la le lo ma mi nei nel nella nelle nello non o per
perché più può possono qual quale quali quando quanta quante quanti quanto questa queste questi questo se senza si sono
su sua sue sugli sul sulla sulle suo suoi tra tu un una uno`,
  },
  {
    language: 'pt',
    least: SHARED_SCRIPT,
    words: `a ao aos as à às com como da das de dela dele do dos e é ela ele eles em entre era essa esse esta está este eu foi
foram há isso isto já mais mas me meu minha muito na nas não nem no nos o onde os ou para pela pelas pelo pelos pode podem
por porque qual quais quando quanta quantas quanto quantos que quem se sem ser seu seus são sobre sua suas também tem têm
um uma umas uns você`,
  },
  {
    language: 'nl',
    least: SHARED_SCRIPT,
    words: `aan al als bij dan dat de der deze die dit door een en er had hebben heb heeft het hij hoe hoeveel ik in is je kan
kunnen maar me meer met mijn moet moeten na naar niet nog of om onder ons ook op over te tot tussen u uit van veel voor
waar waarom wanneer waren was wat we welk welke wel werd werden wie wij wordt worden ze zich zij zijn zonder zou`,
  },
  {
    language: 'sv',
    least: SHARED_SCRIPT,
    words: `alla att av de dem den denna deras dess det detta du där efter eller en ett från för ha hade han har hon hur i
icke in inte jag kan kunde man med mellan men mer mycket måste ni nu någon något när och om oss på sig sin sina sitt ska
skall som så till under upp ut vad var varför vart vara vem vi vid vilka vilken vilket är över`,
  },
  {
    language: 'ru',
    least: 1,
    words: `а без бы был была были было в вам вас во вот все всё вы где да для до его ее её если есть еще ещё ж же за и из или
им их к как какая какие какой каком какую ко когда который кто куда ли между мне можно мы на над надо не него нее нет
ни них но о об он она они оно от перед по под почему при про с сколько со так также такой там то того только тот ты у
уже чего чей чем что чтобы эта эти это этот я`,
  },
  {
    language: 'ar',
    least: 1,
    words: `أو أي أين أن إلى إن الذي التي الذين بعد بين تكون تلك ثم حتى خلال ذلك عن عند على عندما في قبل قد كان كانت كل كم
كما كيف لا لأن لقد لم لماذا لن ليس ما ماذا متى مع من منذ نحو هذا هذه هل هم هناك هو هي و وقد يكون`,
  },
  {
    language: 'hi',
    least: 1,
    words: `अपना अपनी अपने आप इन इस इसका इसकी इसके उन उस उसका उसकी उसके एक और कब कर करता करते करना करने कहाँ कहां का कि कितना
कितनी कितने किन किया किस किसका किसकी किसके किसने की कुछ के कैसे को कौन कौनसा क्या क्यों गई गए गया जब जा जाता जाती जाते जिस जो
तक तो था थी थे द्वारा ने पर भी में या यह यहाँ ये लिए वह वहाँ वाला वाली वाले वे से हम ही हुआ हुई हुए है हैं हो होता होती होते`,
  },
];

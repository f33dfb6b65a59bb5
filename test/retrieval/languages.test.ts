/** Questions in several languages, worded as people ask, find the section that answers them first. */
import { describe, expect, it } from 'vitest';
import { retrieve } from '../../src/retrieval/retrieve.ts';
import { memoryStore } from './memory-store.ts';
import { sampleDocument } from './sample-chunks.ts';

interface Page {
  readonly language: string;
  readonly sections: Readonly<Record<string, readonly string[]>>;
  /** Each with the number of the section that answers it. */
  readonly questions: readonly (readonly [question: string, section: number])[];
}

const PAGES: readonly Page[] = [
  {
    language: 'German',
    sections: {
      Urlaub: ['Jede Person hat dreißig Tage im Jahr frei. Was nicht genommen wird, verfällt im März.'],
      Kündigung: ['Der Vertrag endet vier Wochen nach der schriftlichen Mitteilung. Die Frist ist für alle gleich.'],
      Reisen: ['Fahrten mit der Bahn werden bezahlt, wenn sie vorher genehmigt sind. Das gilt für die zweite Klasse.'],
      Geräte: ['Wer ein Gerät verliert, meldet es am selben Tag. Es wird dann gesperrt und ersetzt.'],
    },
    questions: [
      ['Was ist die Frist für das Ende der Verträge?', 1],
      ['Wie viele freie Tage hat man im Jahr und wann verfallen sie?', 0],
      ['Was muss ich tun, wenn ich ein Gerät verloren habe?', 3],
    ],
  },
  {
    language: 'French',
    sections: {
      Congés: ["Chaque salarié a trente jours par an. Ce qui n'est pas pris est perdu au mois de mars."],
      Rupture: ['Le contrat prend fin quatre semaines après la lettre. Le délai est le même pour tous.'],
      Voyages: ["Les trajets en train sont payés s'ils ont été approuvés avant le départ, en seconde classe."],
      Appareils: ['Qui perd un appareil le signale le jour même. Il est alors bloqué et remplacé.'],
    },
    questions: [
      ['Quel est le délai pour la fin des contrats ?', 1],
      ['Est-ce que le trajet en train est payé, et dans quelle classe ?', 2],
      ['Combien de jours par an a un salarié ?', 0],
    ],
  },
  {
    language: 'Spanish',
    sections: {
      Vacaciones: ['Cada persona tiene treinta días al año. Los que no se usan se pierden en marzo.'],
      Despido: ['El contrato termina cuatro semanas después de la carta. El plazo es igual para todos.'],
      Viajes: ['Los billetes de tren se pagan si fueron aprobados antes de la salida, en segunda clase.'],
      Equipos: ['Quien pierde un equipo lo avisa el mismo día. Después se bloquea y se cambia por otro.'],
    },
    questions: [
      ['¿Cuál es el plazo para el fin de los contratos?', 1],
      ['¿Cuántos días al año tiene una persona?', 0],
      ['¿Qué hay que hacer con los equipos que se pierden?', 3],
    ],
  },
  {
    language: 'Russian',
    sections: {
      Отпуск: ['У каждого сотрудника тридцать дней в году. Что не взято до марта, сгорает.'],
      Увольнение: ['Договор кончается через четыре недели после письма. Срок для всех один.'],
      Поездки: ['Билеты на поезд оплачивает фирма, если поездка одобрена заранее.'],
      Устройства: ['Кто потерял устройство, сообщает об этом в тот же день. Его заменят.'],
    },
    questions: [
      ['Какой срок у договора после письма?', 1],
      ['Кто оплачивает билеты на поезд?', 2],
    ],
  },
  {
    language: 'Arabic',
    sections: {
      الإجازة: ['لكل موظف ثلاثون يوما في السنة. ما لم يؤخذ قبل مارس يسقط.'],
      الاستقالة: ['ينتهي العقد بعد أربعة أسابيع من الرسالة. المهلة واحدة للجميع.'],
      السفر: ['تدفع الشركة ثمن تذاكر القطار إذا تمت الموافقة على الرحلة من قبل.'],
      الأجهزة: ['من يفقد جهازا يبلغ عنه في اليوم نفسه. ثم يستبدل الجهاز.'],
    },
    questions: [
      ['ما هي مهلة العقود؟', 1],
      ['من يدفع ثمن التذاكر في الرحلات؟', 2],
      ['كم يوم إجازة للموظفين في السنة؟', 0],
    ],
  },
  {
    language: 'Hindi',
    sections: {
      छुट्टी: ['हर कर्मचारी को साल में तीस दिन मिलते हैं। जो मार्च तक नहीं लिए गए वे चले जाते हैं।'],
      इस्तीफा: ['पत्र के चार सप्ताह बाद अनुबंध समाप्त होता है। यह अवधि सबके लिए एक है।'],
      यात्रा: ['रेल के टिकटों का पैसा कंपनी देती है, यदि यात्रा पहले से स्वीकृत हो।'],
      उपकरण: ['जिसका उपकरण खो जाए वह उसी दिन बताए। फिर उपकरण बदला जाता है।'],
    },
    questions: [
      ['अनुबंध कितने सप्ताहों के बाद समाप्त होते हैं?', 1],
      ['रेल के टिकट का पैसा कौन देता है?', 2],
      ['कर्मचारियों को साल में कितने दिनों की छुट्टियाँ मिलती हैं?', 0],
    ],
  },
];

describe.each(PAGES)('$language', ({ sections, questions }) => {
  const store = memoryStore(sampleDocument('page.md', sections));

  it.each(questions)('%s', async (question, section) => {
    const { hits } = await retrieve(store, question);
    expect(hits[0]?.chunk.id).toBe(`page.md#${section}`);
  });
});

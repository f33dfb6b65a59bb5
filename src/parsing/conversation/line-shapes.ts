/** Parsing conversations: how one line of a transcript or chat log begins a turn, one shape for each way of writing. */
import { DATE_SOURCE, STAMP_SOURCE } from './stamp.ts';

/** The beginning of a turn, as a line shows it. */
export interface LineStart {
  readonly speaker: string;
  readonly stamp: string | undefined;
  /** A line of the log itself: somebody joined. It goes on with the turn before. */
  readonly isEvent: boolean;
  /** Characters of the line that what is said begins behind. */
  readonly textFrom: number;
}

export type LineShapeName = 'irc' | 'whatsapp' | 'stamped' | 'named' | 'headed' | 'comment';

export interface LineShape {
  readonly name: LineShapeName;
  /** Times are times of day. */
  readonly onClock: boolean;
  /** What `head`, the beginning of a line without white space in front of it, begins; undefined where it goes on. */
  read(head: string): LineStart | undefined;
}

/** Characters of a line that are looked at; speakers with their office and party take up to about 120. */
export const LINE_HEAD = 200;

// Names: letters of any script, no full sentence; brackets hold an office, a party, a time.
const NAME = "[\\p{Lu}\\p{Lt}\\p{Lo}](?:[\\p{L}\\p{M}\\p{N}.,'’&/_-]| (?! )){0,48}?";
const NAME_IN_CHAT = '[^:\\n\\u200e]{1,60}?';
const NICK = '[A-Za-z_[\\]\\\\`^{}|~][\\w[\\]\\\\`^{}|.~-]{0,31}';
const OPEN = '[\\u200e\\u200f\\u202a\\ufeff]*';

/** Levels of log files and words that open a remark: nobody's name. */
const NO_NAMES = new Set([
  ...['info', 'warn', 'warning', 'error', 'debug', 'trace', 'fatal', 'critical', 'notice', 'verbose', 'note', 'notes'],
  ...['hint', 'tip', 'caution', 'important', 'example', 'examples', 'todo', 'fixme', 'see', 'usage', 'returns', 'args'],
  ...[
    'date',
    'time',
    'location',
    'place',
    'attendees',
    'participants',
    'present',
    'agenda',
    'subject',
    'title',
    'topic',
  ],
  ...[
    'duration',
    'recorded',
    'source',
    'url',
    'http',
    'https',
    'summary',
    'description',
    'version',
    'author',
    'from',
    'to',
  ],
  ...[
    'cc',
    'bcc',
    'sent',
    'reply-to',
    'figure',
    'table',
    'step',
    'section',
    'chapter',
    'name',
    'email',
    'phone',
    'address',
  ],
]);

const MOST_NAME_WORDS = 6;

/** Whether `name` can be somebody who speaks. */
export function isName(name: string): boolean {
  const plain = name.endsWith(')') ? name.replace(/\(.*\)$/, '').trim() : name.trim();
  if (plain === '' || NO_NAMES.has(plain.toLowerCase())) return false;
  if (!plain.includes(' ')) return true;
  // A full stop in the middle of a sentence, not behind a title or an initial: "Dr. Meier", "J. R. Smith".
  if (plain.includes('. ') && /[\p{Ll}\p{N}]{4,}\. /u.test(plain)) return false;
  return plain.split(' ').length <= MOST_NAME_WORDS;
}

const IRC_SAID = new RegExp(`^(?:[[(]?(${STAMP_SOURCE})[\\])]?\\s+)?<[@+%&~! ]?(${NICK})>(?:\\s|$)`);
const IRC_ACTION = new RegExp(`^(?:[[(]?(${STAMP_SOURCE})[\\])]?\\s+)?\\* (${NICK})(?: |$)`);
const IRC_EVENT = new RegExp(
  `^(?:[[(]?(${STAMP_SOURCE})[\\])]?\\s+)?(?:={3} |\\*{3} ?|-!- |-{2,3}> ?|<-{2,3} ?|-->\\t|<--\\t|--- (?:Log|Day)\\b|--\\t)`,
);

/** What the three begin with: a time, or their mark. */
const IRC_OPENERS = '[(0123456789<*=-';

const irc: LineShape = {
  name: 'irc',
  onClock: true,
  read(head) {
    if (!IRC_OPENERS.includes(head.charAt(0))) return undefined;
    const said = IRC_SAID.exec(head) ?? IRC_ACTION.exec(head);
    if (said !== null) return start(said[2], said[1], said[0].length);
    const event = IRC_EVENT.exec(head);
    return event === null ? undefined : { speaker: '', stamp: event[1], isEvent: true, textFrom: event[0].length };
  },
};

const CHAT_LINE = new RegExp(
  `^${OPEN}(?:\\[(${STAMP_SOURCE})\\]|((?:${DATE_SOURCE}),? ${STAMP_SOURCE}) [-–])\\s+${OPEN}(?:(${NAME_IN_CHAT}): ?|)`,
  'u',
);
const BEGINS_WITH_DATE = new RegExp(`^${OPEN}\\[?(?:${DATE_SOURCE})`, 'u');

const whatsapp: LineShape = {
  name: 'whatsapp',
  onClock: true,
  read(head) {
    const found = BEGINS_WITH_DATE.test(head) ? CHAT_LINE.exec(head) : null;
    if (found === null) return undefined;
    const stamp = found[1] ?? found[2];
    const speaker = found[3]?.trim() ?? '';
    if (speaker !== '' && isName(speaker)) return start(speaker, stamp, found[0].length);
    return { speaker: '', stamp, isEvent: true, textFrom: found[0].length };
  },
};

const STAMPED = new RegExp(
  `^(?:\\[(${STAMP_SOURCE})\\]|\\((${STAMP_SOURCE})\\)|(${STAMP_SOURCE}))\\s*[-–|]?\\s*(${NAME}(?: ?\\([^:\\n]{0,100}\\))?) ?(?::(?=\\s|$)|：)`,
  'u',
);

const stamped: LineShape = {
  name: 'stamped',
  onClock: false,
  read(head) {
    const found = hasColon(head) ? STAMPED.exec(head) : null;
    if (found === null || !isName(found[4])) return undefined;
    return start(found[4].trim(), found[1] ?? found[2] ?? found[3], found[0].length);
  },
};

const NAMED = new RegExp(
  `^(?:\\*\\*)?(${NAME}(?: ?\\((?!\\d{1,3}:\\d\\d)[^:\\n]{0,100}\\))?)(?:\\*\\*)? ?(?:[[(](${STAMP_SOURCE})[\\])])? ?(?::(?:\\*\\*)?(?=\\s|$)|：)`,
  'u',
);
/** Scripts without spaces write a colon without one behind it too. */
const NAMED_CJK =
  /^([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}][\p{L}\p{M}\p{N}]{0,11}) ?:/u;

const named: LineShape = {
  name: 'named',
  onClock: false,
  read(head) {
    const found = hasColon(head) ? (NAMED.exec(head) ?? NAMED_CJK.exec(head)) : null;
    if (found === null || !isName(found[1])) return undefined;
    return start(found[1].trim(), found[2], found[0].length);
  },
};

const HEADED = new RegExp(
  `^(?:(${NAME})(?:\\s{1,8}| ?[-–|,] ?)[[(]?(${STAMP_SOURCE})[\\])]?|[[(]?(${STAMP_SOURCE})[\\])]?\\s{1,8}[-–|]?\\s?(${NAME})):?\\s*$`,
  'u',
);

const headed: LineShape = {
  name: 'headed',
  onClock: false,
  read(head) {
    // Without a clock in it, every line of prose would be tried at each of its words.
    const found = head.length < LINE_HEAD && head.includes(':') ? HEADED.exec(head) : null;
    if (found === null) return undefined;
    const speaker = found[1] ?? found[4];
    return isName(speaker) ? start(speaker.trim(), found[2] ?? found[3], found[0].length) : undefined;
  },
};

const COMMENT =
  /^(?:[-–—=*#]{2,8})\s?(?:Comment|Reply|Update|Note|Answer|Kommentar|Comentario|Commentaire)(?:\s#?\d{1,9})?\s(?:by|from|von|de|par)\s([^\n]{1,80}?)(?:,?\s(?:on|at|am|le|el)|,)?\s?((?:\d[\d\-/.T: ,]{6,40}|[A-Z][a-z]{2,8},? \d[\w :,.+-]{4,40})(?:[AaPp][Mm]|UTC|Z|[+-]\d{2}:?\d{2})?)?\s?:?[-–—=*#]{0,8}$/;

/** The rule behind a date is made of characters that dates have too. */
const RULE_END = /[-–—=*#:,. ]{1,40}$/;

const comment: LineShape = {
  name: 'comment',
  onClock: true,
  read(head) {
    const found = head.length < LINE_HEAD ? COMMENT.exec(head) : null;
    return found === null ? undefined : start(found[1].trim(), found[2]?.replace(RULE_END, ''), found[0].length);
  },
};

/** The more particular shapes first. */
export const LINE_SHAPES: readonly LineShape[] = [comment, irc, whatsapp, stamped, headed, named];

/** Cheap, and no line of prose that has none is tried at length. */
function hasColon(head: string): boolean {
  return head.includes(':') || head.includes('：');
}

function start(speaker: string, stamp: string | undefined, textFrom: number): LineStart {
  return { speaker, stamp, isEvent: false, textFrom };
}

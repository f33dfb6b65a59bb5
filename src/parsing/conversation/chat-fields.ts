/** Parsing conversations: what a key of a chat or ticket export means, whoever exported it. */

export type Role = 'speaker' | 'text' | 'title' | 'label' | 'time' | 'end' | 'id' | 'reply' | 'group' | 'extra';

/** Keys in order: where an object has several of a role, the first one wins. Compared without case, `_` and `-`. */
const ROLE_KEYS: Readonly<Record<Role, readonly string[]>> = {
  speaker: [
    ...['userprofile', 'speaker', 'speakername', 'author', 'sender', 'sendername', 'fromname', 'from', 'displayname'],
    ...['username', 'nick', 'nickname', 'name', 'user', 'creator', 'createdby', 'reporter', 'requester', 'submitter'],
    ...['actor', 'participant', 'by', 'role', 'speakerid', 'authorid', 'userid'],
  ],
  text: [
    ...['text', 'content', 'body', 'message', 'msg', 'comment', 'utterance', 'transcript', 'description', 'plaintext'],
    ...['plainbody', 'value'],
  ],
  title: ['title', 'subject', 'summary', 'topic'],
  // What names a whole conversation, beside its title.
  label: ['channel', 'channelname', 'name', 'guild', 'key'],
  time: [
    ...['timestamp', 'ts', 'datetime', 'time', 'date', 'createdat', 'created', 'createdtime', 'sentat', 'createtime'],
    ...['start', 'starttime', 'timestampms', 'createddatetime', 'createdon', 'postedat'],
  ],
  end: ['end', 'endtime'],
  id: ['id', 'ts', 'messageid', 'clientmsgid', 'uuid', 'commentid'],
  reply: [
    ...['threadts', 'reference', 'messagereference', 'replyto', 'inreplyto', 'replytomessageid', 'replytoid'],
    ...['parentid', 'parentuuid', 'parentmessageid', 'parentcommentid', 'referencedmessage'],
  ],
  group: ['threadid', 'conversationid', 'channel', 'channelname', 'channelid', 'chatid', 'ticketid', 'roomid'],
  // What an export says beside a message and nobody reads as part of it.
  extra: [
    ...[
      'attachments',
      'reactions',
      'files',
      'blocks',
      'embeds',
      'stickers',
      'mentions',
      'edited',
      'avatar',
      'avatarurl',
    ],
    ...['replyusers', 'users', 'metadata', 'toolcalls', 'words', 'textentities', 'media', 'photo', 'roles'],
  ],
};

/** The parts of a value that names somebody, first ones first: `{"name": "Anna"}`, `{"user": {"displayName": "Anna"}}`. */
const NAME_KEYS = [
  ...['realname', 'displayname', 'realnamenormalized', 'nickname', 'name', 'fullname', 'username', 'login', 'email'],
  ...['emailaddress', 'address', 'id'],
];

/** Keys of arrays and objects that hold the messages of one conversation. */
const HOLDER_KEYS = new Set([
  ...[
    'messages',
    'comments',
    'replies',
    'conversation',
    'conversations',
    'transcript',
    'transcripts',
    'dialogue',
    'dialog',
  ],
  ...['turns', 'utterances', 'chat', 'thread', 'history', 'segments', 'meetingtranscripts', 'notes', 'posts', 'items'],
]);

/** Keys under which only speakers stand; `author` and `from` are used of books and mails too. */
const SPEAKING_KEYS = new Set(['speaker', 'speakername', 'sender', 'sendername', 'nick', 'userprofile', 'role']);

export interface KeyRole {
  readonly role: Role;
  /** Place in the order of its role; lower wins. */
  readonly order: number;
}

const ROLES = new Map<string, KeyRole[]>();
for (const [role, keys] of Object.entries(ROLE_KEYS) as [Role, readonly string[]][]) {
  for (const [order, key] of keys.entries()) ROLES.set(key, [...(ROLES.get(key) ?? []), { role, order }]);
}
const NAME_ORDER = new Map(NAME_KEYS.map((key, order) => [key, order]));
const NO_ROLES: readonly KeyRole[] = [];

/** `user_profile`, `userProfile` and `User-Profile` are one key. */
export function plainKey(key: string): string {
  return key.replace(/[_-]/g, '').toLowerCase();
}

/** What the plain key means in a message; a key can have several roles (`ts` of Slack is time and id). */
export function rolesOf(key: string): readonly KeyRole[] {
  return ROLES.get(key) ?? NO_ROLES;
}

/** Place of the plain key among those that name somebody, undefined when it does not. */
export function nameOrder(key: string): number | undefined {
  return NAME_ORDER.get(key);
}

/** Whether the plain key belongs to the messages of one conversation. */
export function holdsMessages(key: string): boolean {
  return HOLDER_KEYS.has(key);
}

/** Whether the plain key names a speaker and nothing else. */
export function namesSpeaker(key: string): boolean {
  return SPEAKING_KEYS.has(key);
}

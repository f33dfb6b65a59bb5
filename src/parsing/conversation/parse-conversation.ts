/** Parsing: chooses the parser of a conversation by media type and content; hands back what is none. */
import type { Source } from '../../model/document.ts';
import type { Parsed } from '../parsed.ts';
import { isChatExport } from './chat-export.ts';
import { scanMail } from './mail.ts';
import { scanChatExport } from './scan-chat-export.ts';
import { isSubtitles, scanSubtitles } from './subtitles.ts';
import { scanTranscript } from './transcript.ts';

const JSON_TYPES = new Set(['application/json', 'application/jsonl', 'application/x-ndjson']);

/**
 * Parses `source` when it is a conversation: subtitles, mail, a chat export, a transcript or chat log. `text` is its normalised
 * text, `essence` its media type without parameters, in lower case. Undefined when it is none; throws nothing.
 */
export function parseConversation(source: Source, text: string, essence: string): Parsed | undefined {
  const { text: raw, documentId } = source;
  if (essence === 'application/x-subrip' || essence === 'text/vtt') return scanSubtitles(text);
  if (essence === 'message/rfc822' || essence === 'application/mbox') return scanMail(raw, documentId);
  if (JSON_TYPES.has(essence)) return isChatExport(raw) ? scanChatExport(raw, documentId) : undefined;
  if (essence !== 'text/plain') return undefined;
  return isSubtitles(text) ? scanSubtitles(text) : scanTranscript(text);
}

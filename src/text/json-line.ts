/** Lines of JSON: a line → the object in it. */
import type { JsonObject, JsonValue } from '../model/json.ts';

/** Undefined for what is no JSON and for what is JSON but no object; the caller knows the place to report. */
export function jsonObjectIn(line: string): JsonObject | undefined {
  try {
    const value = JSON.parse(line) as JsonValue;
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
  } catch {
    return undefined;
  }
}

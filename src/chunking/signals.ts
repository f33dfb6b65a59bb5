/** The table of boundary signals: how strong a boundary of each signal is, and what it costs to cut there. */
import { SIGNALS, type Signal } from '../model/chunk.ts';

/**
 * Confidence of a boundary from 0 (tears something apart) to 1 (the author's own division). The order is what
 * matters; the distances decide how far from its target size a chunk may end to find a better place.
 */
export const STRENGTH = {
  document: 1,
  section: 0.95,
  thematicBreak: 0.9,
  pause: 0.85,
  block: 0.8,
  declaration: 0.8,
  item: 0.65,
  turn: 0.65,
  entry: 0.65,
  row: 0.6,
  topic: 0.6,
  statement: 0.55,
  sentence: 0.55,
  line: 0.4,
  clause: 0.25,
  cell: 0.2,
  word: 0.15,
  grapheme: 0.02,
} as const satisfies Record<Signal, number>;

/** Between a heading and its text, a table's header and its rows, a fence and its code: only a grapheme is worse. */
export const GLUED_STRENGTH = 0.05;
/** Between an introduction and what it introduces: given up before a sentence is cut, and then repeated as context. */
export const INTRODUCED_STRENGTH = 0.3;
/** Each heading level below the first makes its boundary this much weaker. */
export const DEPTH_LOSS = 0.02;
/** Each level of nesting makes an item or a block inside a container this much weaker, down to `WEAKEST_NESTED`. */
export const NESTING_LOSS = 0.05;
export const WEAKEST_NESTED = 0.45;

/** Without a shift a boundary is this much weaker where topics break ties, and at most this strong where they cut. */
const SAME_TOPIC_LOSS = 0.08;
const SAME_TOPIC_STRENGTH = 0.4;
/** A shift at a sentence end is worth this much more where topics are the reason to cut. */
const TOPIC_GAIN = 0.2;

/** Strength of a prose boundary, given how clear the shift of topic there is: 0 where there is none. */
export function topicStrength(strength: number, shift: number, role: 'none' | 'cut' | 'tie-break'): number {
  if (role === 'none' || strength < STRENGTH.line) return strength;
  if (role === 'cut')
    return shift > 0 ? Math.max(strength, shift + TOPIC_GAIN) : Math.min(strength, SAME_TOPIC_STRENGTH);
  return shift > 0 ? Math.max(strength, shift) : strength - SAME_TOPIC_LOSS;
}

/** Numeric code of each signal: its place in `SIGNALS`. */
export const SIGNAL = Object.fromEntries(SIGNALS.map((signal, code) => [signal, code])) as Record<Signal, number>;

export function signalOf(code: number): Signal {
  return SIGNALS[code];
}

/** What a cut at a boundary of this strength costs the packer; a chunk at half its target size costs `0.25`. */
export function cutCost(strength: number): number {
  const weakness = 1 - strength;
  return CUT_WEIGHT * weakness * weakness;
}

const CUT_WEIGHT = 2.5;

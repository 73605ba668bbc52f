// What an entry of the log points at, and which entries are shown.

import { kindOf, numberOf, title, type Pointer } from './choices';
import type * as W from './wire';

/** What an entry points at, in the order of its facts. */
function pointersOf(entry: W.LogEntry): Pointer[] {
  return Object.values(entry.facts).flatMap((fact) => (fact && 'point' in fact ? [fact.point] : []));
}

/** The hexes that an entry names, in the order of its facts. */
export function hexesOf(entry: W.LogEntry): number[] {
  return pointersOf(entry)
    .filter((pointer) => kindOf(pointer) === 'h')
    .map(numberOf);
}

/** The last hex that an entry names. */
export function hexOf(entry: W.LogEntry): number | undefined {
  return hexesOf(entry).at(-1);
}

/** What entries are shown: those that concern a unit (`u3`), those of a kind (the first word of their key); empty: any. */
export interface Filter {
  unit: string;
  kind: string;
}

/** The kinds of some entries, in order. */
export function kindsOf(entries: W.LogEntry[]): string[] {
  return [...new Set(entries.map((entry) => entry.key.split('.')[0] ?? ''))].sort();
}

/** Those entries that a filter lets through. */
export function filtered(entries: W.LogEntry[], { unit, kind }: Filter): W.LogEntry[] {
  return entries.filter(
    (entry) => (!kind || entry.key.startsWith(`${kind}.`)) && (!unit || pointersOf(entry).includes(unit)),
  );
}

/** A value of an entry for readers. */
export function factText(fact: W.Fact, board: W.Board): string {
  if ('number' in fact) return String(fact.number);
  return 'word' in fact ? fact.word : title(board, fact.point);
}

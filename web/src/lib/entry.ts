// What an entry of the log points at, and which entries are shown.

import { numberOf, title } from './choices';
import type * as W from './wire';

/** The hexes that an entry names, in the order of its facts. */
export function hexesOf(entry: W.LogEntry): number[] {
  return Object.values(entry.facts).flatMap((fact) =>
    typeof fact === 'string' && /^h\d+$/.test(fact) ? [numberOf(fact)] : [],
  );
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
    (entry) =>
      (!kind || entry.key.startsWith(`${kind}.`)) && (!unit || Object.values(entry.facts).includes(unit)),
  );
}

/** A value of an entry for readers. */
export function factText(fact: W.Fact, board: W.Board): string {
  if (typeof fact === 'number') return String(fact);
  return fact.startsWith('=') ? fact.slice(1) : title(board, fact);
}

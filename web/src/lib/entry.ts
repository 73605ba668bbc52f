// What an entry of the log points at.

import { numberOf } from './choices';
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

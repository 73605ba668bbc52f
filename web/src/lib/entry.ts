// What an entry of the log points at.

import { kindOf, numberOf } from './choices';
import type * as W from './wire';

/** The last hex that an entry names. */
export function hexOf(entry: W.LogEntry): number | undefined {
  const pointer = Object.values(entry.facts).findLast((fact) => typeof fact === 'string' && kindOf(fact) === 'h' && /^h\d+$/.test(fact));
  return typeof pointer === 'string' ? numberOf(pointer) : undefined;
}

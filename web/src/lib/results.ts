// What has been thrown, and what came of it: for the cards that stand on the map until they have been read.

import { firstOf, type Placements, type Pointer } from './choices';
import { hexOf } from './entry';
import type * as W from './wire';

/** A throw, where it happened, and what followed before anything else was thrown. */
export interface Result {
  entry: W.LogEntry;
  place: number;
  /** What the dice show, each die by itself. */
  dice: string[];
  after: W.LogEntry[];
}

/** What the dice of an entry show; nothing if it tells of no throw. Dice that are read together, as tens and units, are told in one number. */
export function diceOf({ facts }: W.LogEntry): string[] {
  const { die, dice } = facts;
  if (die && 'number' in die) return [String(die.number)];
  return dice && 'number' in dice ? [...String(dice.number)] : [];
}

/** What an entry is about. */
function pointsOf(entry: W.LogEntry): Pointer[] {
  return Object.values(entry.facts).flatMap((fact) => (fact && 'point' in fact ? [fact.point] : []));
}

/** Where an entry happened: the place that it names, else where the one stands that it is about. */
function placeOf(entry: W.LogEntry, placements: Placements): number | undefined {
  const who: Pointer | undefined = firstOf(pointsOf(entry), 'ul');
  return hexOf(entry) ?? (who === undefined ? undefined : placements.hexOf(who));
}

/** Whether an entry is the deed of somebody of whom nothing was told since the throw, at another place: it does not follow from it. */
function isAnother(
  entry: W.LogEntry,
  { entry: thrown, place, after }: Result,
  placements: Placements,
): boolean {
  const who = firstOf(pointsOf(entry), 'ul');
  const at = placeOf(entry, placements);
  if (who === undefined || at === undefined || at === place) return false;
  const known = [thrown, ...after];
  const isTold = known.some((other) => pointsOf(other).includes(who));
  const isThere = known.some((other) => placeOf(other, placements) === at);
  return !isTold && !isThere;
}

/** The throws among some entries that happened somewhere, each with what followed. */
export function resultsOf(entries: W.LogEntry[], placements: Placements): Result[] {
  const results: Result[] = [];
  let open: Result | undefined;
  for (const entry of entries) {
    const dice = diceOf(entry);
    if (dice.length > 0) {
      const place = placeOf(entry, placements);
      open = place === undefined ? undefined : { entry, place, dice, after: [] };
      if (open) results.push(open);
    } else if (entry.opens || (open && isAnother(entry, open, placements))) open = undefined;
    else open?.after.push(entry);
  }
  return results;
}

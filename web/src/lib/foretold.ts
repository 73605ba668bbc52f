// Which of an answer's chances stand on the page.

import type * as W from './wire';

export interface Foretold {
  /** What comes before anybody decides again. */
  near: W.Chance[];
  /** How it ends if everybody then does the least. */
  ends: W.Chance[];
}

/** Whether there is nothing to weigh: no dice now or later, no chances, and nobody whose decision may change what is shown. */
export function certain({ complete, throws, later, near, assumed }: W.Preview): boolean {
  return complete && throws.length === 0 && later.length === 0 && near.length <= 1 && !assumed;
}

/** What is certain of an answer that throws nothing, and whether it is so only until somebody decides. Nothing if it is left to chance. */
export function sure(preview: W.Preview): { end: W.Chance; until: boolean } | undefined {
  const { throws, near, ends, assumed } = preview;
  const [end] = assumed ? near : ends;
  if (!end || throws.length > 0 || near.length > 1 || (!assumed && ends.length > 1)) return undefined;
  return { end, until: assumed };
}

/** What the ends take for granted: that what is announced is fought as it stands, or that everybody then does the least. */
export function supposed({ rehearsed }: W.Preview): 'preview.fought' | 'preview.assumed' {
  return rehearsed ? 'preview.fought' : 'preview.assumed';
}

/** The rows to be shown. Where dice fall, they are never empty. */
export function foretold({ throws, near, ends, assumed }: W.Preview): Foretold {
  const thrown = throws.length > 0;
  const later = assumed ? ends : [];
  // What is the same in every case until somebody decides says nothing of the dice where the ends do.
  return { near: near.length > 1 || (thrown && later.length === 0) ? near : [], ends: later };
}

/** The first rows of a list, how many more there are, and what stands at its end though it is likelier: that nothing changes. */
export function abridged(
  rows: W.Chance[],
  most: number,
): { lead: W.Chance[]; more: number; rest: W.Chance | undefined } {
  const last = rows.at(-1);
  const before = rows.at(-2);
  const rest = last && before && before.permille < last.permille ? last : undefined;
  const ends = rest ? rows.slice(0, -1) : rows;
  return { lead: ends.slice(0, most), more: Math.max(0, ends.length - most), rest };
}

/** What may become of one thing. */
export interface Fate {
  name: string;
  chances: W.Chance[];
}

/** So many things have a fate in the headline, each with so many chances. */
const MOST_FATES = 3;
const MOST_CHANCES = 3;
/** What happens to a thing so seldom is no headline. In thousandths. */
const SELDOM = 20;
/** So few rows say all by themselves. */
const FEW = 3;

/** The headline of long odds: what may become of each, those to whom the most may happen first. Nothing where the rows themselves are few. */
export function headline(preview: W.Preview): Fate[] {
  const { near, ends } = foretold(preview);
  const thrown = preview.throws.length > 0 || preview.rehearsed;
  if (!thrown || (!preview.assumed && Math.max(near.length, ends.length) <= FEW)) return [];
  // That nothing happens to a thing is told last.
  const stirs = ({ chances }: W.ThingChances) =>
    chances.length > 1 ? 1000 - (chances.at(-1)?.permille ?? 0) : 1000;
  const all = [...preview.things].sort((a, b) => stirs(b) - stirs(a));
  const often = all.filter((thing) => stirs(thing) >= SELDOM);
  return (often.length > 0 ? often : all.slice(0, 1)).slice(0, MOST_FATES).map(({ name, chances }) => ({
    name,
    chances: chances.length > MOST_CHANCES ? chances.slice(0, MOST_CHANCES) : chances,
  }));
}

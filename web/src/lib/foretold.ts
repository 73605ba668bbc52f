// Which of an answer's chances stand on the page.

import type * as W from './wire';

export interface Foretold {
  /** What comes before anybody decides again. */
  near: W.Chance[];
  /** How it ends if everybody then does the least. */
  ends: W.Chance[];
}

/** Whether there is nothing to weigh: no dice, no chances, and nobody whose decision may change what is shown. */
export function certain({ complete, throws, near, assumed }: W.Preview): boolean {
  return complete && throws.length === 0 && near.length <= 1 && !assumed;
}

/** What is certain of an answer that throws nothing, and whether it is so only until somebody decides. Nothing if it is left to chance. */
export function sure(preview: W.Preview): { end: W.Chance; until: boolean } | undefined {
  const { throws, near, ends, assumed } = preview;
  const [end] = assumed ? near : ends;
  if (!end || throws.length > 0 || near.length > 1 || (!assumed && ends.length > 1)) return undefined;
  return { end, until: assumed };
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

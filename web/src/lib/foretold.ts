// Which of an answer's chances stand on the page.

import type * as W from './wire';

export interface Foretold {
  /** What comes before anybody decides again. */
  near: W.Chance[];
  /** How it ends if everybody then does the least. */
  ends: W.Chance[];
}

/** The rows to be shown. Where dice fall, they are never empty. */
export function foretold({ throws, near, ends, assumed }: W.Preview): Foretold {
  const thrown = throws.length > 0;
  const later = assumed && (ends.length > 1 || thrown) ? ends : [];
  // What is the same in every case until somebody decides says nothing of the dice where the ends do.
  return { near: near.length > 1 || (thrown && later.length === 0) ? near : [], ends: later };
}

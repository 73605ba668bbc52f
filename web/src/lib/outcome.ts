// How a game ended: for whom, in words, and why; and the next game.

import { halves, t } from './words';
import type { Wish } from './api';
import type { GameCard, LogEntry, OutcomeCard, SeatWish } from './wire';

/** What the end is to the reader: they won, they lost, nobody won; or a side won that they did not play, or they played both. */
export type Verdict = 'won' | 'lost' | 'drawn' | 'side';

/** What the end of a game is to who sits at these sides. */
export function verdict(outcome: OutcomeCard, mine: number[]): Verdict {
  const { winner } = outcome;
  if (winner === undefined || winner === null) return 'drawn';
  if (mine.length !== 1) return 'side';
  return mine.includes(winner) ? 'won' : 'lost';
}

/** The end of a game in a line: who won, by how much or why. */
export function inWords(outcome: OutcomeCard, sides: string[]): string {
  const { winner, broken_off: broken } = outcome;
  const points = (side: number) => halves(outcome.half_points[side] ?? 0);
  if (winner === undefined || winner === null) return t('over.draw', { a: points(0), b: points(1) });
  const loser = sides.findIndex((_, side) => side !== winner);
  const names = { side: sides[winner] ?? '', other: sides[loser] ?? '' };
  return broken
    ? t(`over.${broken}`, names)
    : t('over.win', { ...names, a: points(winner), b: points(loser) });
}

/** The entries of the log that say how the end came about: the count, and what it means. */
export function reasons(log: LogEntry[]): LogEntry[] {
  return log.filter((entry) => entry.opens === 'end');
}

/** Another game of the same kind, for one who sits in the old one; with the sides changed if wished. */
export function again(card: GameCard, name: string, swap: boolean): Wish {
  const seats = card.seats.map((seat, side): SeatWish => {
    if (card.mine.includes(side)) return { who: 'me' };
    return seat.kind === 'computer' ? { who: 'computer', player: seat.name } : { who: 'invited' };
  });
  return {
    rulebook: card.rulebook,
    battle: card.battle,
    seats: swap ? seats.reverse() : seats,
    name,
    options: card.options,
    contribution: '',
  };
}

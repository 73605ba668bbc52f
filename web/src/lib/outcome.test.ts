import { describe, expect, it } from 'vitest';
import { again, inWords, reasons, verdict } from './outcome';
import type { GameCard, Heading, LogEntry, OutcomeCard } from './wire';

const SIDES = ['French', 'Prussians'];
const end = (winner: number | undefined, more: Partial<OutcomeCard> = {}): OutcomeCard => ({
  winner,
  text: '',
  half_points: [13, 20],
  turn: 4,
  ...more,
});
const entry = (key: string, at: number, opens?: Heading): LogEntry => ({
  at,
  rule: '1',
  key,
  opens,
  text: key,
  facts: {},
  sums: [],
});

describe('the end of a game', () => {
  it('is something else to each who sees it', () => {
    expect(verdict(end(1), [1])).toBe('won');
    expect(verdict(end(1), [0])).toBe('lost');
    expect(verdict(end(undefined), [0])).toBe('drawn');
    expect(verdict(end(0), [])).toBe('side');
    expect(verdict(end(0), [0, 1])).toBe('side');
  });

  it('is said with the winner and their points first, or why it was broken off', () => {
    expect(inWords(end(1), SIDES)).toBe('Prussians win, 10 to 6½');
    expect(inWords(end(undefined, { half_points: [8, 8] }), SIDES)).toBe('A draw, 4 to 4');
    expect(inWords(end(0, { broken_off: 'resigned' }), SIDES)).toBe('French win: Prussians gave the game up');
    expect(inWords(end(0, { broken_off: 'time' }), SIDES)).toBe('French win: Prussians ran out of time');
  });

  it('is explained by the entries that say so, whatever their keys', () => {
    const log = [
      entry('a', 0),
      entry('b', 1, 'section'),
      entry('c', 2, 'end'),
      entry('d', 3, 'end'),
      entry('e', 4),
    ];
    expect(reasons(log).map(({ at }) => at)).toEqual([2, 3]);
    expect(reasons([entry('a', 0)])).toEqual([]);
  });
});

describe('another game', () => {
  const card = {
    rulebook: 'book',
    battle: 'field',
    mine: [0],
    seats: [
      { kind: 'person', name: 'Anna' },
      { kind: 'computer', name: 'sergeant' },
    ],
    options: { undo: 'free', dice: 'screen', watch: 'public', open: false },
  } as unknown as GameCard;

  it('is like the old one, or with the sides changed', () => {
    expect(again(card, 'Anna', false).seats).toEqual([
      { who: 'me' },
      { who: 'computer', player: 'sergeant' },
    ]);
    expect(again(card, 'Anna', true)).toMatchObject({
      battle: 'field',
      seats: [{ who: 'computer', player: 'sergeant' }, { who: 'me' }],
      options: { undo: 'free' },
    });
    const friends = {
      ...card,
      mine: [1],
      seats: card.seats.map((seat) => ({ ...seat, kind: 'person' as const })),
    };
    expect(again(friends, '', false).seats).toEqual([{ who: 'invited' }, { who: 'me' }]);
  });
});

import { describe, expect, it } from 'vitest';
import { read } from './board.fixture';
import { hexOf } from './entry';
import { journalHead, seatsFor, usualRules } from './making';
import type { BattleCard, LogEntry } from './wire';

describe('a new game', () => {
  it('has a seat for everybody', () => {
    expect(seatsFor(1, 2, 'computer recruit')).toEqual([
      { who: 'computer', player: 'recruit' },
      { who: 'me' },
    ]);
    expect(seatsFor(0, 2, 'friend')).toEqual([{ who: 'me' }, { who: 'invited' }]);
    expect(seatsFor(0, 2, 'both sergeant')).toEqual([
      { who: 'computer', player: 'sergeant' },
      { who: 'computer', player: 'sergeant' },
    ]);
    expect(seatsFor(0, 2, 'hotseat')).toEqual([{ who: 'me' }, { who: 'me' }]);
  });

  it('has the first value of each option of its rulebook, where nobody chooses', () => {
    const option = {
      name: 'range',
      label: 'Range',
      rule: '3.3',
      values: [
        { name: 'short', label: 'short' },
        { name: 'long', label: 'long' },
      ],
    };
    expect(usualRules({ options: [option] } as unknown as BattleCard)).toEqual({ range: 'short' });
    expect(usualRules({} as unknown as BattleCard)).toEqual({});
  });

  it('can go on from a journal, whose head says what it is of', () => {
    expect(journalHead(read('./fixtures/journal.txt'))).toEqual({
      rulebook: 'jdg',
      battle: 'tutorial',
      sides: ['french', 'allied'],
    });
    expect(journalHead('once upon a time')).toBeUndefined();
  });
});

describe('an entry of the log', () => {
  it('points at the last hex that it names', () => {
    const entry = (facts: LogEntry['facts']) => ({
      at: 0,
      rule: '1',
      key: 'move.goes',
      text: '',
      facts,
    });
    expect(
      hexOf(
        entry({ unit: { point: 'u1' }, from: { point: 'h3' }, to: { point: 'h12' }, cost: { number: 4 } }),
      ),
    ).toBe(12);
    expect(hexOf(entry({ unit: { point: 'u1' }, result: { word: 'h12' } }))).toBeUndefined();
  });
});

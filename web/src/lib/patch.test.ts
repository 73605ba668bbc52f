import { describe, expect, it } from 'vitest';
import { counter, position, question } from './board.fixture';
import { changed, patched } from './patch';
import type { Change, GameView, LogEntry } from './wire';

const entry = (at: number): LogEntry => ({ at, rule: '1', key: 'x', text: String(at), facts: {} });

function view(): GameView {
  return {
    card: {
      id: 'k',
      rulebook: 'r',
      battle: 'b',
      title: 'B',
      status: 'playing',
      turn: 1,
      turns: 3,
      seats: [],
      waiting: [0],
      mine: [0],
      my_turn: true,
      changed: 0,
      continued: false,
      options: { undo: 'free', dice: 'screen', watch: 'public', open: false },
    },
    revision: 5,
    side: 0,
    position: position(counter('u0', 5), counter('u1', 6)),
    question: question([]),
    log_length: 3,
    log: [entry(0), entry(1), entry(2)],
    chat: [],
    notes: { text: '', hexes: {} },
    orders: [],
    can_undo: true,
    undo: { id: 1, by: 1, log: 0, own: [], throws: 0 },
    commitment: '',
    dice: { promises: [], waits: [] },
  };
}

const change = (more: Partial<Change>): Change => ({
  from: 5,
  revision: 6,
  log_length: 4,
  waiting: [1],
  ...more,
});

describe('a patch', () => {
  it('replaces whole things by their keys, and keeps the others as they are', () => {
    const before = position(counter('u0', 5), counter('u1', 6));
    const after = patched(before, {
      counters: [counter('u1', 7)],
      markers: [{ marker: 0, state: 'drawn' }],
      losses: [0, 3],
    });
    expect(after.counters.map((c) => c.at[0])).toEqual([5, 7]);
    expect(after.counters[0]).toBe(before.counters[0]);
    expect(after.markers).toEqual([{ marker: 0, state: 'drawn' }]);
    expect([after.losses, after.half_points]).toEqual([
      [0, 3],
      [0, 0],
    ]);
    expect(before.counters[1]!.at[0], 'the old one is left as it is').toBe(6);
  });

  it('adds what is new and takes away the groups that are gone', () => {
    const before = position();
    const after = patched(before, {
      counters: [counter('u9', 1)],
      groups: [{ group: 3, units: [3], order: 'orders', revealed: true }],
      groups_gone: [1],
    });
    expect(after.counters.map((c) => c.id)).toEqual(['u9']);
    expect(after.groups.map((g) => g.group)).toEqual([2, 3]);
  });

  it('that is empty changes nothing', () => {
    expect(patched(position(counter('u0', 5)), {})).toEqual(position(counter('u0', 5)));
  });
});

describe('a change', () => {
  it('of another revision is not applied', () => {
    expect(changed(view(), change({ from: 4 }))).toBeUndefined();
  });

  it('adds to the log, moves the revision on and tells whose turn it is', () => {
    const after = changed(
      view(),
      change({ log: [entry(3)], patch: { clock: { turn: 2, turns: 3, phase: 'x', step: '' } } }),
    )!;
    expect(after.log.map((e) => e.at)).toEqual([0, 1, 2, 3]);
    expect([after.revision, after.card.turn, after.card.my_turn, after.card.status]).toEqual([
      6,
      2,
      false,
      'playing',
    ]);
    expect([after.can_undo, after.undo], 'absent means no').toEqual([false, undefined]);
  });

  it('cuts the log where something was taken back', () => {
    const after = changed(view(), change({ log_cut: 1, log: [entry(1)], log_length: 2 }))!;
    expect(after.log.map((e) => e.text)).toEqual(['0', '1']);
  });

  it('keeps the question unless it says that it is another one', () => {
    expect(changed(view(), change({}))!.question).toEqual(question([]));
    expect(changed(view(), change({ asked: true }))!.question).toBeUndefined();
    const next = { ...question([]), id: 8 };
    expect(changed(view(), change({ asked: true, question: next, waiting: [0] }))!.question).toBe(next);
  });

  it('can end the game', () => {
    const outcome = { winner: 1, text: 'won', half_points: [0, 2], turn: 2 };
    const after = changed(view(), change({ outcome, waiting: [] }))!;
    expect([after.card.status, after.card.outcome]).toEqual(['over', outcome]);
  });
});

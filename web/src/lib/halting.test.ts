import { describe, expect, it } from 'vitest';
import { board, counter, position, question } from './board.fixture';
import { expand, Placements } from './choices';
import { groundOf } from './ground';
import { facingTo, haltTo, isHalt, outlook } from './halting';

const BOARD = board();
const look = (hex: number, from: number | undefined, ...counters: Parameters<typeof position>) => {
  const at = outlook('u0', hex, from, new Placements(position(...counters), BOARD), groundOf(BOARD), BOARD);
  return at === undefined ? undefined : Math.round(at);
};

describe('whoever ends a move', () => {
  it('looks at the nearest enemies, at the middle of them where they are equally near', () => {
    // Four columns, every second one half a hex lower: 5 lies south-east of 0, and 1 north of it.
    expect(look(5, 4, counter('u0', 4), counter('u2', 1))).toBe(0);
    expect(look(5, 4, counter('u0', 4), counter('u2', 6))).toBe(60);
    expect(look(5, 4, counter('u0', 4), counter('u2', 1), counter('u3', 6))).toBe(30);
    expect(look(5, 4, counter('u0', 4), counter('u2', 1), counter('u3', 11))).toBe(0);
  });

  it('looks on along the way where enemies on all sides, or none, are seen', () => {
    expect(look(5, 9, counter('u0', 9))).toBe(0);
    expect(look(5, 6, counter('u0', 6), counter('u2', 1), counter('u3', 9))).toBe(240);
    expect(look(5, undefined, counter('u0', 5))).toBeUndefined();
    expect(look(5, 9, counter('u1', 1), counter('u0', 9)), 'friends').toBe(0);
    expect(look(5, 9, counter('u2', 6, { state: 'eliminated' }), counter('u0', 9)), 'the fallen').toBe(0);
  });
});

it('a facing is the nearest to a direction', () => {
  expect(facingTo(350, [0, 1, 2, 3, 4, 5], BOARD), 'NW').toBe(5);
  expect(facingTo(40, [2, 3], BOARD), 'SE').toBe(2);
  expect(facingTo(40, [], BOARD)).toBeUndefined();
});

it('a move is ended by a facing where nothing else ends it', () => {
  const go = { first: 0, verb: 0, kinds: ['h' as const], at: [1, 2] };
  const face = { first: 2, verb: 2, kinds: ['d' as const], at: [4, 1] };
  const is = (asked: ReturnType<typeof question>) => isHalt(asked, expand(asked));
  const asked = question([go, face], ['u0']);
  expect(is(asked)).toBe(true);
  expect(haltTo(90, expand(asked), BOARD)?.index).toBe(3);
  expect(is({ ...asked, ending: { choice: 0, label: 'End' } })).toBe(false);
  expect(is(question([go], ['u0']))).toBe(false);
  expect(is(question([go, face], ['h4'])), 'nobody is asked').toBe(false);
  expect(is(question([go, face, { first: 4, verb: 2, kinds: [], at: [] }], ['u0']))).toBe(false);
});

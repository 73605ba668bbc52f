import { describe, expect, it } from 'vitest';
import { board, counter, position, question } from './board.fixture';
import {
  aimOf,
  anchorOf,
  atHex,
  expand,
  firstOf,
  grouped,
  headingOf,
  hexesOf,
  label,
  listed,
  sideOf,
  Placements,
  targets,
  title,
  typed,
  walkerOf,
  routeOf,
  wayTo,
  type Choice,
} from './choices';

const BOARD = board();
const placements = new Placements(
  position(
    counter('u0', 5),
    counter('u1', 5, { height: 1 }),
    counter('u2', 6),
    counter('u3', undefined, { state: 'eliminated' }),
    counter('l0', 5, { height: 9 }),
  ),
  BOARD,
);

describe('a question', () => {
  it('is expanded into its answers, in the order of their numbers', () => {
    const asked = question([
      { first: 0, verb: 0, kinds: ['h'], at: [1, 2] },
      { first: 2, verb: 1, kinds: ['u', 'h'], at: [1, 6, 1, 7] },
      { first: 4, verb: 2, kinds: [], at: [] },
    ]);
    expect(expand(asked)).toEqual([
      { index: 0, verb: 0, points: ['h1'] },
      { index: 1, verb: 0, points: ['h2'] },
      { index: 2, verb: 1, points: ['u1', 'h6'] },
      { index: 3, verb: 1, points: ['u1', 'h7'] },
      { index: 4, verb: 2, points: [] },
    ]);
    expect(expand(question([]))).toEqual([]);
  });
});

describe('words', () => {
  it('name every kind of pointer', () => {
    expect(
      ['u0', 'l0', 'h5', 'h1', 'd2', 'f0', 'm0', 's1', 'n12', 'u99'].map((p) => title(BOARD, p)),
    ).toEqual(['A', 'L', '0202', '0201 (Hill)', 'SE', 'Division', 'Lannes (4)', 'Prussians', '12', 'u99']);
  });

  it('fill the blanks of a label, or follow it', () => {
    expect(label(BOARD, { index: 0, verb: 0, points: ['h5'] })).toBe('Go 0202');
    expect(label(BOARD, { index: 0, verb: 1, points: ['u1', 'h6'] })).toBe('Fire B at 0302');
    expect(label(BOARD, { index: 0, verb: 3, points: ['u0', 'd4'] })).toBe('Turn A to W');
    expect(label(BOARD, { index: 0, verb: 1, points: ['u1'] })).toBe('Fire B at {hex}');
    expect(label(BOARD, { index: 0, verb: 99, points: [] })).toBe('?');
    expect(label(BOARD, { index: 0, verb: 0, points: ['u0', 'h6'] }), 'nobody goes at u0').toBe(
      'Go: A → 0302',
    );
    expect(label(BOARD, { index: 0, verb: 0, points: ['u0', 'h6', 'd5'] })).toBe('Go: A → 0302 (↖ NW)');
    expect(label(BOARD, { index: 0, verb: 0, points: ['u0', 'd5'] })).toBe('Go: A → NW');
  });

  it('are typed as verb and pointers', () => {
    expect(typed(BOARD, 1, ['u1', 'h6'])).toBe('fire u1 h6');
    expect(typed(BOARD, 2, [])).toBe('pass');
  });
});

describe('a list of answers', () => {
  const two = {
    ...BOARD,
    markers: [
      ...BOARD.markers,
      { ...BOARD.markers[0]!, id: 'm2' },
      { ...BOARD.markers[0]!, id: 'm3', value: '3' },
    ],
  };
  const answers = (...points: string[]): Choice[] =>
    points.map((point, index) => ({ index, verb: 2, points: [point] }));

  it('shows one of several equal markers, and markers that differ', () => {
    expect(listed(two, answers('m0', 'm1', 'm2')).map(({ choice, nth }) => [choice.index, nth])).toEqual([
      [0, 1],
      [2, 1],
    ]);
  });

  it('numbers what reads the same but is not', () => {
    const namesakes = { ...BOARD, units: BOARD.units.map((unit) => ({ ...unit, name: 'Guards' })) };
    expect(
      listed(namesakes, answers('u0', 'u1', 'u2')).map(({ choice, nth }) => [choice.index, nth]),
    ).toEqual([
      [0, 1],
      [1, 2],
      [2, 3],
    ]);
  });
});

describe('counters stand', () => {
  it('in stacks with the highest first, the eliminated nowhere', () => {
    expect(placements.at(5).map((c) => c.id)).toEqual(['l0', 'u1', 'u0']);
    expect(placements.at(0)).toEqual([]);
    expect([placements.hexOf('u2'), placements.hexOf('h9'), placements.hexOf('u3')]).toEqual([
      6,
      9,
      undefined,
    ]);
    expect([sideOf('u2', BOARD), sideOf('l0', BOARD), sideOf('u99', BOARD)]).toEqual([1, 0, undefined]);
  });
});

describe('answers on the map', () => {
  const asked = question(
    [
      { first: 0, verb: 0, kinds: ['h'], at: [1, 6] },
      { first: 2, verb: 1, kinds: ['u', 'h'], at: [1, 6] },
      { first: 3, verb: 0, kinds: ['u'], at: [0] },
    ],
    ['u0'],
  );
  const choices = expand(asked);

  it('light up their hexes, each with its meaning', () => {
    const lit = targets(asked, choices, placements, BOARD);
    expect(
      [...lit.values()].map(({ hex, meaning, choices: all }) => [hex, meaning, all.map((c) => c.index)]),
    ).toEqual([
      [1, 'go', [0]],
      [6, 'enemy', [1, 2]],
      [5, 'own', [2, 3]],
    ]);
    expect(hexesOf(choices[2]!, placements)).toEqual([5, 6]);
  });

  it('are chosen by a click: the counter under it first, else all at the hex', () => {
    expect(atHex(5, 'u0', choices, placements).map((c) => c.index)).toEqual([3]);
    expect(atHex(5, 'l0', choices, placements).map((c) => c.index)).toEqual([2, 3]);
    expect(atHex(5, undefined, choices, placements).map((c) => c.index)).toEqual([2, 3]);
    expect(atHex(0, undefined, choices, placements)).toEqual([]);
  });

  it('go from where the unit stands', () => {
    expect(routeOf(choices[0]!, asked, placements)).toEqual([5, 1]);
    expect(routeOf(choices[3]!, asked, placements)).toEqual([]);
    expect(routeOf(choices[0]!, question([]), placements)).toEqual([]);
    expect(routeOf({ index: 0, verb: 0, points: ['h5'] }, asked, placements)).toEqual([]);
  });

  it('follow the cheapest way where it is known', () => {
    const steps = new Map([
      [1, { cost: '2', from: 2 }],
      [2, { cost: '1', from: 5 }],
      [7, { cost: '9', from: 8 }],
      [8, { cost: '9', from: 7 }],
    ]);
    expect(wayTo(1, 5, { of: 'u0', steps })).toEqual([5, 2, 1]);
    expect(wayTo(9, 5, { of: 'u0', steps })).toBeUndefined();
    expect(wayTo(7, 5, { of: 'u0', steps }), 'a ring never ends, so it is given up').toBeUndefined();
    expect(routeOf(choices[0]!, asked, placements, { of: 'u0', steps })).toEqual([5, 2, 1]);
    expect(
      routeOf(choices[0]!, asked, placements, { of: 'u2', steps }),
      'another unit’s reach says nothing',
    ).toEqual([5, 1]);
  });

  it('lead over the map as their verb or their question says', () => {
    const charging = {
      ...BOARD,
      verbs: [...BOARD.verbs, { word: 'charge', label: 'Charge', route_overlay: 'charge' }],
      questions: [{ key: 'charge.path', label: '', route_overlay: 'charge' }],
    };
    const answer = (verb: number, ...points: string[]) => ({ index: 0, verb, points });
    const walker = (subject?: Choice, side = 1) => walkerOf({ ...question([]), side }, subject, charging);
    expect(walker()).toBeUndefined();
    expect(walker(answer(0, 'u3'))).toEqual({ of: 'u3', kind: 'reach' });
    expect(walker(answer(0, 'u3'), 0), 'the enemy').toBeUndefined();
    expect(walker(answer(0, 'u3', 'h11')), 'nothing says how').toBeUndefined();
    expect(walker(answer(4, 'u3', 'h11'))).toEqual({ of: 'u3', kind: 'charge' });
    const where = (key: string) =>
      walkerOf(
        { ...question([{ first: 0, verb: 0, kinds: ['h'], at: [] }], ['u3', 'h11']), key },
        undefined,
        charging,
      );
    expect(where('move.where')).toEqual({ of: 'u3', kind: 'reach' });
    expect(where('charge.path')).toEqual({ of: 'u3', kind: 'charge' });
    // In the middle of a move the charge that is looked at shows its own zone.
    const moving = { ...question([{ first: 0, verb: 0, kinds: ['h'], at: [] }], ['u3']), side: 1 };
    expect(walkerOf(moving, answer(4, 'u3'), charging)).toEqual({ of: 'u3', kind: 'charge' });
    expect(walkerOf(moving, answer(0, 'h11'), charging)).toEqual({ of: 'u3', kind: 'reach' });
  });

  it('that send something to a place have their line, and no reach', () => {
    const firing = {
      ...BOARD,
      verbs: [...BOARD.verbs, { word: 'fire', label: 'Fire', route_overlay: 'shot' }],
      overlays: [...BOARD.overlays, { id: 'shot', label: 'Shot', aimed: true }],
    };
    const asked = { ...question([]), side: 1 };
    const of = (...points: string[]) => ({ index: 0, verb: 4, points });
    expect(aimOf(of('u3', 'h6'), asked, firing)).toEqual({ of: 'u3', to: 6, kind: 'shot' });
    expect(aimOf(of('u3', 'h5', 'h6'), asked, firing)).toEqual({ of: 'h5', to: 6, kind: 'shot' });
    expect(aimOf(of('u3', 'h6'), { ...asked, side: 0 }, firing), 'the enemy’s').toBeUndefined();
    expect(walkerOf(asked, of('u3', 'h6'), firing)).toBeUndefined();
    expect(aimOf({ index: 0, verb: 0, points: ['u3', 'h6'] }, asked, firing)).toBeUndefined();
  });

  it('show where a commander rides only by a verb that says so', () => {
    const riding = {
      ...BOARD,
      verbs: [...BOARD.verbs, { word: 'ride', label: 'Ride', route_overlay: 'reach' }],
    };
    const of = (verb: number) => walkerOf(question([]), { index: 0, verb, points: ['l0'] }, riding);
    expect([of(0), of(4)]).toEqual([undefined, { of: 'l0', kind: 'reach' }]);
  });

  it('say what their numbers are called, and what no blank has taken', () => {
    const form = { word: 'form', label: 'Form {number}, facing {facing}', numbers: ['column', 'line'] };
    const named = { ...BOARD, verbs: [form] };
    const all = [
      { index: 0, verb: 0, points: ['d1', 'n0'] },
      { index: 1, verb: 0, points: ['d2', 'n0', 'h6'] },
      { index: 2, verb: 0, points: ['d2', 'n1'] },
    ];
    expect(all.map((choice) => label(named, choice))).toEqual([
      'Form column, facing E',
      'Form column, facing SE → 0302',
      'Form line, facing SE',
    ]);
    expect(grouped(named, all).map((group) => group.map(({ index }) => index))).toEqual([[0, 1], [2]]);
    expect(headingOf(named, all[2]!)).toBe('Form line');
  });

  it('have their facing’s arrow around the hex that they are about', () => {
    const at = (points: string[], about: string[] = []) =>
      anchorOf({ index: 0, verb: 3, points }, question([], about), placements);
    expect(at(['u2', 'd1'])).toBe(6);
    expect(at(['d1'], ['u0'])).toBe(5);
    expect(at(['d1'], ['u0', 'h3'])).toBe(3);
    expect(at(['h8', 'd1'], ['u0'])).toBe(8);
    expect(at(['u2'])).toBeUndefined();
    expect(firstOf(['h1', 'u0', 'l0'], 'ul')).toBe('u0');
  });
});

import { describe, expect, it } from 'vitest';
import { board, counter, position } from './board.fixture';
import { Placements, hexesOf } from './choices';
import {
  badgesOf,
  degreesOf,
  facingName,
  figuresNow,
  figuresOf,
  isLost,
  labelOf,
  phaseOf,
  showing,
  stateOf,
  unusual,
} from './declared';
import { groundOf } from './ground';
import { stacked } from './stacks';

const BOARD = board();

describe('what the board declares', () => {
  it('names states; the usual one goes without saying', () => {
    expect(['good', 'routed', 'elsewhere'].map((state) => unusual({ state }, BOARD))).toEqual([
      '',
      'routed',
      'elsewhere',
    ]);
    expect(stateOf({ state: 'routed' }, BOARD)?.look).toBe('pale');
    expect(['good', 'routed', 'eliminated'].map((state) => isLost({ state }, BOARD))).toEqual([
      false,
      false,
      true,
    ]);
  });

  it('names badges in its own order', () => {
    expect(badgesOf({ badges: ['replied', 'square'] }, BOARD).map((badge) => badge.label)).toEqual([
      'in square',
      'has fired in reply',
    ]);
    expect(badgesOf({}, BOARD)).toEqual([]);
  });

  it('shows what can be seen on a counter, and leaves out what looks like nothing', () => {
    expect(showing(BOARD).map(({ label, now }) => [label, now.state, now.badges])).toEqual([
      ['disordered', 'disordered', undefined],
      ['routed', 'routed', undefined],
      ['in square', 'good', ['square']],
      ['has fired', 'good', ['fired']],
    ]);
  });

  it('names phases with their steps, and whatever else has an id', () => {
    expect(phaseOf({ turn: 1, turns: 3, phase: 'activation', step: 'fire' }, BOARD)).toBe('Activation: fire');
    expect(phaseOf({ turn: 1, turns: 3, phase: 'activation' }, BOARD)).toBe('Activation');
    expect([labelOf(BOARD.orders, 'orders'), labelOf(BOARD.orders, 'unheard_of')]).toEqual([
      'has orders',
      'unheard_of',
    ]);
  });

  it('says where facings look', () => {
    expect([degreesOf(2, BOARD), facingName(2, BOARD), facingName(9, BOARD)]).toEqual([150, 'SE', '']);
  });
});

describe('a counter on several hexes', () => {
  const long = { ...counter('u0', 5), at: [5, 6] };
  const placements = new Placements(position(long, counter('u1', 6)), BOARD);

  it('stands in each of them, and lights up all of them', () => {
    expect([5, 6].map((hex) => placements.at(hex).map((c) => c.id))).toEqual([['u0'], ['u0', 'u1']]);
    expect([placements.hexOf('u0'), placements.hexesOf('u0')]).toEqual([5, [5, 6]]);
    expect(hexesOf({ index: 0, verb: 0, points: ['u0'] }, placements)).toEqual([5, 6]);
  });

  it('is drawn once, in the middle of them', () => {
    const drawn = stacked(placements, groundOf(BOARD), BOARD);
    expect(drawn.map(({ counter: { id } }) => id)).toEqual(['u0', 'u1']);
    const [a, b] = [groundOf(BOARD).centre(5), groundOf(BOARD).centre(6)];
    expect([drawn[0]!.x, drawn[0]!.y]).toEqual([(a.x + b.x) / 2, (a.y + b.y) / 2]);
  });
});

it('the figures of a counter have their names, on either face', () => {
  const figures = (...values: string[]) =>
    ['strength', 'cohesion', 'movement'].map((name, i) => ({ name, value: values[i]! }));
  const card = { ...BOARD.units[0]!, figures: figures('5', '6', '8'), reverse: figures('5', '4', '7') };
  const shown = (strength: string, ratings: string) => figuresNow({ strength, ratings }, card);
  expect(shown('4', '6-8')).toEqual(['strength 4 of 5', 'cohesion 6', 'movement 8']);
  expect(shown('5', '4 · 7'), 'some of the back').toEqual(['strength 5', 'cohesion 4', 'movement 7']);
  expect(shown('3', '4-7')).toEqual(['strength 3 of 5', 'cohesion 4', 'movement 7']);
  expect(shown('4', '?'), 'what nobody knows').toEqual(['strength 4 of 5', '?']);
  expect(shown('', '?')).toEqual(['', '?']);
  expect(figuresOf(card, { strength: '4', ratings: '6-8' })).toEqual([
    'strength 4 of 5, cohesion 6, movement 8',
    'back: strength 5, cohesion 4, movement 7',
  ]);
  const hidden = { ...card, reverse: [] };
  expect(figuresOf(hidden, { strength: '5', ratings: '?' })[1]).toBe('back: ?');
  expect(figuresOf(hidden, { strength: '5', ratings: '6-8' })).toHaveLength(1);
});

import { describe, expect, it } from 'vitest';
import { board, counter, position } from './board.fixture';
import { Placements } from './choices';
import { groundOf } from './ground';
import { spread, stacked, stripeOf } from './stacks';

const BOARD = board();
const GROUND = groundOf(BOARD);
const placements = new Placements(
  position(counter('u2', 6), counter('u0', 5), counter('u1', 5, { height: 1 }), counter('u99', 3)),
  BOARD,
);

describe('counters lie', () => {
  it('from north to south, each stack from below, a little fanned around its place', () => {
    const drawn = stacked(placements, GROUND, BOARD);
    expect(drawn.map(({ counter: { id } }) => id)).toEqual(['u0', 'u1', 'u2']);
    const at = GROUND.centre(5);
    expect(drawn.slice(0, 2).map(({ x, y }) => [x - at.x, y - at.y])).toEqual([
      [-4.25, 4],
      [4.25, -4],
    ]);
    expect([drawn[2]!.x, drawn[2]!.y]).toEqual([GROUND.centre(6).x, GROUND.centre(6).y]);
  });

  it('as they would face, where an answer would turn one', () => {
    const facings = stacked(placements, GROUND, BOARD, { id: 'u1', facing: 4 }).map(
      ({ counter: { facing } }) => facing,
    );
    expect(facings).toEqual([undefined, 4, undefined]);
  });

  it('with the stripe of their formation', () => {
    expect(BOARD.units.map((card) => stripeOf(card, BOARD))).toEqual([
      '#ff0000',
      '#ff0000',
      undefined,
      undefined,
    ]);
  });
});

describe('a stack that is looked at', () => {
  it('is spread out beside its place, from below to above', () => {
    const fan = spread(5, -124, placements, GROUND, BOARD)!;
    expect(fan.counters.map(({ counter: { id }, x }) => [id, x - fan.at.x])).toEqual([
      ['u0', -38],
      ['u1', 38],
    ]);
    expect(fan.counters[0]!.y).toBe(fan.at.y - 124);
    expect(fan.width).toBeGreaterThan(76 + 62);
  });

  it('of one or none is not spread out', () => {
    expect([spread(6, -124, placements, GROUND, BOARD), spread(0, -124, placements, GROUND, BOARD)]).toEqual([
      undefined,
      undefined,
    ]);
  });
});

import { expect, it } from 'vitest';
import { attacksOn } from './announced';
import { board, position } from './board.fixture';
import { groundOf } from './ground';
import { patched } from './patch';

const GROUND = groundOf(board());

it('an announced attack has an arrow to each hex that it aims at, and its way so far', () => {
  const now = { ...position(), announced: [{ side: 1, by: 'u2', way: [5, 6], at: [7, 8] }] };
  const [attack] = attacksOn(now, GROUND);
  expect(attack?.side).toBe(1);
  expect(attack?.arrows).toHaveLength(2);
  expect(attack?.way?.split(' ')).toHaveLength(2);
});

it('one that has not moved has no way, and one that has named nobody no arrow', () => {
  const now = { ...position(), announced: [{ side: 0, by: 'u2', way: [5], at: [] }] };
  expect(attacksOn(now, GROUND)).toMatchObject([{ way: undefined, arrows: [] }]);
  expect(attacksOn(position(), GROUND)).toEqual([]);
});

it('announcements come with a patch, and are gone when they are fought', () => {
  const attack = { side: 0, by: 'u2', way: [5], at: [6] };
  const announced = patched(position(), { announced: [attack] });
  expect(announced.announced).toEqual([attack]);
  expect(patched(announced, {}).announced).toEqual([attack]);
  expect(patched(announced, { announced: [] }).announced).toEqual([]);
});

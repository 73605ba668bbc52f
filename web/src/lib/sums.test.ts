import { expect, test } from 'vitest';
import { inShort } from './sums';

test('every effect is written so that it is known from the others', () => {
  expect([{ base: 3 }, { add: 3 }, { add: 0 }, { add: -2 }].map(inShort)).toEqual(['3', '+3', '0', '−2']);
  expect([{ times: [1, 2] as [number, number] }, { times: [3, 1] as [number, number] }].map(inShort)).toEqual(
    ['×1/2', '×3'],
  );
  expect([{ shift: 2 }, { shift: -1 }].map(inShort)).toEqual(['→2', '←1']);
});

import { expect, it } from 'vitest';
import { beside } from './beside';

const SCREEN = { w: 1000, h: 700 };
const BOX = { w: 200, h: 100 };

it('a card stands above its place, or below it at the upper edge', () => {
  expect(beside({ x: 500, y: 400 }, 60, BOX, SCREEN, [], 40)).toEqual({ x: 400, y: 240 });
  expect(beside({ x: 500, y: 60 }, 60, BOX, SCREEN, [], 40)).toEqual({ x: 400, y: 120 });
});

it('a card hides nothing that is asked about, where there is room elsewhere', () => {
  const asked = [{ x: 500, y: 300 }];
  const { x, y } = beside({ x: 500, y: 400 }, 60, BOX, SCREEN, asked, 40);
  expect(x > 540 || x + BOX.w < 460 || y > 340 || y + BOX.h < 260).toBe(true);
  // All around it hexes are lit: it goes into a corner.
  const around = [0, 1, 2, 3, 4, 5].map((i) => ({
    x: 500 + 90 * Math.cos((i * Math.PI) / 3),
    y: 400 + 90 * Math.sin((i * Math.PI) / 3),
  }));
  expect(beside({ x: 500, y: 400 }, 60, BOX, SCREEN, around, 40)).toEqual({ x: 8, y: 8 });
});

it('a card stays on the screen', () => {
  expect(beside({ x: 990, y: 690 }, 60, BOX, SCREEN, [], 40)).toEqual({ x: 792, y: 530 });
});

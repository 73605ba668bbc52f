import { describe, expect, it } from 'vitest';
import { Clicks } from './clicks';

const at = (timeStamp: number, clientX = 100) => ({ timeStamp, clientX, clientY: 50 });

describe('a row of clicks', () => {
  it('counts once, however long it is', () => {
    const clicks = new Clicks();
    expect([0, 80, 160, 450, 800].map((time) => clicks.first(at(time)))).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
    expect(clicks.first(at(1300))).toBe(true);
  });
  it('ends where the pointer goes elsewhere', () => {
    const clicks = new Clicks();
    expect([clicks.first(at(0)), clicks.first(at(90, 200))]).toEqual([true, true]);
  });
});

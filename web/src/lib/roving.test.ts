// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { placeFor, roving } from './roving';

describe('a list that is one stop', () => {
  it('is walked through with the arrow keys', () => {
    expect(placeFor('ArrowDown', -1, 5)).toBe(0);
    expect(placeFor('ArrowUp', -1, 5)).toBe(4);
    expect(placeFor('ArrowDown', 4, 5)).toBe(4);
    expect(placeFor('ArrowUp', 1, 5)).toBe(0);
    expect(placeFor('x', 3, 5)).toBeUndefined();
    expect(placeFor('ArrowDown', -1, 0)).toBeUndefined();
    expect(placeFor('ArrowRight', 1, 5)).toBeUndefined();
  });

  it('is walked around where it is a row of tabs, or by all four', () => {
    expect([placeFor('ArrowRight', 4, 5, 'row', true), placeFor('ArrowLeft', 0, 5, 'row', true)]).toEqual([
      0, 4,
    ]);
    expect(placeFor('ArrowDown', 0, 5, 'row', true)).toBeUndefined();
    expect([placeFor('ArrowDown', 1, 5, 'both', true), placeFor('ArrowLeft', 1, 5, 'both', true)]).toEqual([
      2, 0,
    ]);
  });

  it('keeps its buttons out of the order of the Tab key, also those that come later', async () => {
    HTMLElement.prototype.checkVisibility ??= () => true;
    document.body.innerHTML = '<div tabindex="0"><button>a</button><button>b</button></div>';
    const list = document.querySelector('div')!;
    const end = roving(list);
    const [a, b] = list.querySelectorAll('button');
    expect([a!.tabIndex, b!.tabIndex]).toEqual([-1, -1]);
    list.append(document.createElement('button'));
    await new Promise((done) => setTimeout(done));
    expect((list.lastChild as HTMLElement).tabIndex).toBe(-1);

    list.focus();
    const press = (key: string) =>
      document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    press('ArrowDown');
    expect(document.activeElement).toBe(a);
    press('ArrowDown');
    expect(document.activeElement).toBe(b);
    press('Escape');
    expect(document.activeElement).toBe(list);
    end();
  });
});

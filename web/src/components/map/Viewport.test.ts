// @vitest-environment jsdom
import { createRawSnippet, flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Ground } from '../../lib/ground';
import { prefs } from '../../lib/prefs.svelte';
import { Viewport } from '../../lib/viewport.svelte';
import Window from './Viewport.svelte';

/** An element of the map's drawing, as it is marked there. */
function drawn(marks: Record<string, string>): Element {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  const group = document.createElementNS('http://www.w3.org/2000/svg', 'g');
  for (const [name, value] of Object.entries(marks)) group.setAttribute(name, value);
  svg.append(group);
  return group;
}

describe('the window on the map', () => {
  const arrow = drawn({ 'data-choice': '7' });
  const counter = drawn({ 'data-id': 'u3', 'data-hex': '45' });
  const told = { onready: vi.fn(), onpoint: vi.fn(), onarrow: vi.fn(), onlook: vi.fn(), onwhy: vi.fn() };
  let under: Element[];
  let shown: ReturnType<typeof mount>;
  let frame: HTMLElement;

  /** Something the mouse does; jsdom knows no pointers. */
  function mouse(kind: string, timeStamp: number): void {
    const event = new MouseEvent(kind, { bubbles: true, clientX: 50, clientY: 50 });
    Object.defineProperties(event, {
      pointerId: { value: 1 },
      pointerType: { value: 'mouse' },
      timeStamp: { value: timeStamp },
    });
    frame.dispatchEvent(event);
  }

  function click(timeStamp: number): void {
    mouse('pointerdown', timeStamp);
    mouse('pointerup', timeStamp + 5);
  }

  beforeEach(() => {
    vi.stubGlobal(
      'ResizeObserver',
      class {
        observe(): void {}
        disconnect(): void {}
      },
    );
    prefs.stillness = true;
    for (const tell of Object.values(told)) tell.mockReset();
    document.elementsFromPoint = () => under;
    const none = createRawSnippet(() => ({ render: () => '<i></i>' }));
    shown = mount(Window, {
      target: document.body,
      props: {
        viewport: new Viewport({ x: 0, y: 0, w: 100, h: 100 }),
        ground: { name: '', at: () => 12 } as unknown as Ground,
        ...told,
        onhover: vi.fn(),
        onkey: vi.fn(),
        children: none,
        above: none,
      },
    });
    flushSync();
    frame = document.querySelector('[data-testid="map"]')!;
  });
  afterEach(() => {
    void unmount(shown);
    vi.unstubAllGlobals();
  });

  it('lets nobody look at an arrow that a click would not take', () => {
    under = [arrow, counter];
    mouse('pointermove', 0);
    mouse('pointerover', 1);
    expect(told.onlook.mock.calls.filter(([choice]) => choice !== undefined)).toEqual([]);
    click(10);
    expect(told.onpoint).toHaveBeenCalledWith(45, 'u3', false);
    under = [arrow];
    mouse('pointermove', 500);
    expect(told.onlook).toHaveBeenLastCalledWith(7);
    click(900);
    expect(told.onarrow).toHaveBeenCalledWith(7);
    under = [];
    mouse('pointermove', 1000);
    expect(told.onlook).toHaveBeenLastCalledWith(undefined);
  });

  it('takes a row of clicks for one', () => {
    under = [counter];
    for (const time of [0, 80, 160]) click(time);
    expect(told.onpoint).toHaveBeenCalledTimes(1);
    click(900);
    expect(told.onpoint).toHaveBeenCalledTimes(2);
  });
});

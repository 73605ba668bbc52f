// @vitest-environment jsdom
import { flushSync, mount, tick, unmount } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { board } from '../lib/board.fixture';
import type * as W from '../lib/wire';

const given = vi.hoisted(() => ({ answer: vi.fn(), preview: vi.fn(), hint: vi.fn() }));
vi.mock('../lib/api', () => ({ api: given, Fault: class extends Error {} }));
const { Game } = await import('../lib/game.svelte');
const { default: ActionBar } = await import('./ActionBar.svelte');

const still = {
  label: '',
  ends: [],
  things: [],
  complete: true,
  covered: 1000,
  sums: [],
  near: [],
  decides: [],
  drawn: [],
  throws: [],
  later: [],
  veiled: false,
  assumed: false,
  rehearsed: false,
};
const BOARD = board();

/** A game that waits for an answer: to go to one of three hexes, or to end it under the name that is given. */
function asked(game: InstanceType<typeof Game>, id: number, ending?: string): void {
  const groups = [
    { first: 0, verb: 0, kinds: ['h'], at: [1, 2, 3] },
    { first: 3, verb: 2, kinds: [], at: [] },
  ];
  const question = {
    id,
    side: 0,
    rule: '1',
    key: 'move.unit',
    about: [],
    text: '',
    count: 4,
    groups,
    ending: ending === undefined ? undefined : { choice: 3, label: ending },
  };
  const view = {
    revision: id,
    question,
    log: [],
    log_length: 0,
    side: 0,
    commitment: '',
    dice: { promises: [], waits: [] },
    position: { counters: [] },
    can_undo: true,
    card: { status: 'running', mine: [0], seats: [], options: { undo: 'free' } },
  };
  game.connection = 'live';
  game.join(view as unknown as W.GameView);
}

describe('the bar under the answers', () => {
  let game: InstanceType<typeof Game>;
  let bar: ReturnType<typeof mount>;
  const onlook = vi.fn();
  const onkeys = vi.fn();
  const button = (id: string) => document.querySelector<HTMLButtonElement>(`[data-testid="${id}"]`)!;

  /** The button goes down and up again: the n-th click of a row. */
  async function click(id: string, detail = 1): Promise<void> {
    if (detail > 0) button(id).dispatchEvent(new Event('pointerdown', { bubbles: true }));
    button(id).dispatchEvent(new MouseEvent('click', { bubbles: true, detail }));
    await tick();
    await vi.advanceTimersByTimeAsync(0);
    flushSync();
  }

  beforeEach(() => {
    vi.useFakeTimers();
    given.answer.mockReset().mockReturnValue(new Promise(() => undefined));
    given.preview.mockReset().mockResolvedValue(still);
    given.hint.mockReset();
    onkeys.mockReset();
    onlook.mockReset();
    game = new Game('g');
    asked(game, 1, 'End movement');
    bar = mount(ActionBar, {
      target: document.body,
      props: { game, board: BOARD, view: game.view!, underway: undefined, onlook, onkeys },
    });
    flushSync();
  });
  afterEach(() => {
    void unmount(bar);
    vi.useRealTimers();
    sessionStorage.clear();
  });

  it('gives nothing before something is picked, and names what it gives', async () => {
    expect(button('give').disabled).toBe(true);
    await click('give');
    expect(given.answer).not.toHaveBeenCalled();
    game.pick(1);
    flushSync();
    expect(button('give').disabled).toBe(false);
    expect(button('give').textContent).toContain('Go 0301');
    await click('give');
    expect(given.answer).toHaveBeenCalledWith('g', { question: 1, choice: 1, side: 0 });
    // While it is on its way nothing more is given.
    expect([button('give').disabled, button('hint').disabled, button('ending').disabled]).toEqual([
      true,
      true,
      true,
    ]);
  });

  it('takes neither the second click of a double click nor one that began on another question', async () => {
    game.pick(1);
    flushSync();
    await click('give', 2);
    expect(given.answer).not.toHaveBeenCalled();
    button('give').dispatchEvent(new Event('pointerdown', { bubbles: true }));
    asked(game, 2, 'End movement');
    game.pick(1);
    flushSync();
    button('give').dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }));
    await vi.advanceTimersByTimeAsync(0);
    expect(given.answer).not.toHaveBeenCalled();
    // A key is no click, and says so.
    await click('give', 0);
    expect(onkeys).toHaveBeenCalled();
    expect(given.answer).toHaveBeenCalledTimes(1);
  });

  it('ends what is asked under its own name, and not the next at once', async () => {
    expect(button('ending').textContent).toBe('End movement');
    await click('ending');
    await click('ending');
    expect(given.answer).toHaveBeenCalledWith('g', { question: 1, choice: 3, side: 0 });
    asked(game, 2, 'No more attacks');
    flushSync();
    expect(button('ending').textContent).toBe('No more attacks');
    expect(button('ending').ariaDisabled ?? button('ending').getAttribute('aria-disabled')).toBe('true');
    // Whoever goes on clicking means the one before, however slowly.
    for (let n = 0; n < 4; n++) {
      await vi.advanceTimersByTimeAsync(400);
      await click('ending');
    }
    expect(given.answer).toHaveBeenCalledTimes(1);
    expect(game.picked).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1000);
    flushSync();
    expect(button('ending').getAttribute('aria-disabled')).toBe('false');
    asked(game, 3);
    flushSync();
    expect(document.querySelector('[data-testid="ending"]')).toBeNull();
  });

  describe('where dice would fall', () => {
    const odds = () => document.querySelector<HTMLElement>('[data-testid="odds"]')!;
    const rows = [5, 4, 3, 2, 1].map((n) => ({ text: `end ${n}`, permille: 20 * n, exact: '' }));
    let arrives: () => void;
    const measured: Element[] = [];

    beforeEach(() => {
      given.preview.mockImplementation(
        () => new Promise((done) => (arrives = () => done({ ...still, throws: ['rally'], near: rows }))),
      );
      // Whatever is measured can be seen.
      vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
        measured.push(this);
        return { left: 0, top: 0, width: 90, height: 20 } as DOMRect;
      });
      document.elementFromPoint = () => measured.at(-1) ?? null;
    });
    afterEach(() => vi.restoreAllMocks());

    it('gives nothing before the odds beside it have been drawn and seen', async () => {
      game.pick(1);
      flushSync();
      expect(odds().textContent).toContain('Reckoning…');
      for (let n = 0; n < 4; n++) await click('give');
      arrives();
      await vi.advanceTimersByTimeAsync(80);
      flushSync();
      expect(odds().textContent).toContain('Dice at once: rally');
      expect(odds().querySelectorAll('.chance').length).toBe(3);
      await click('give');
      await click('give', 0);
      expect([given.answer.mock.calls.length, odds().dataset.of]).toEqual([0, undefined]);
      await vi.advanceTimersByTimeAsync(600);
      flushSync();
      expect(odds().dataset.of).toBe('1');
      await click('give');
      expect(given.answer).toHaveBeenCalledTimes(1);
    });

    it('gives nothing either as long as they are hidden', async () => {
      document.elementFromPoint = () => document.body.parentElement;
      game.pick(1);
      flushSync();
      arrives();
      await vi.advanceTimersByTimeAsync(5000);
      await click('give');
      await click('give', 0);
      expect(given.answer).not.toHaveBeenCalled();
    });
  });

  it('holds the button that takes back, after the one that gives', () => {
    const order = [...document.querySelectorAll<HTMLElement>('[data-testid="actions"] button')];
    expect(order.map((one) => one.dataset.testid)).toEqual(['give', 'undo', 'hint', 'ending']);
    expect(button('undo').disabled).toBe(false);
  });

  it('shows what the ending would do while it is looked at', () => {
    button('ending').dispatchEvent(new MouseEvent('mouseenter'));
    expect(onlook).toHaveBeenLastCalledWith(3);
    button('ending').dispatchEvent(new MouseEvent('mouseleave'));
    expect(onlook).toHaveBeenLastCalledWith(undefined);
  });

  it('picks what is advised, unless the question is another one by then', async () => {
    let tell: (hint: W.Hint) => void = () => undefined;
    given.hint.mockImplementation(() => new Promise((told) => (tell = told)));
    await click('hint');
    tell({ choice: 2, label: 'Go', why: '' } as W.Hint);
    await vi.advanceTimersByTimeAsync(0);
    expect(game.picked).toBe(2);
    await click('hint');
    asked(game, 2, 'End movement');
    tell({ choice: 1, label: 'Go', why: '' } as W.Hint);
    await vi.advanceTimersByTimeAsync(0);
    expect(game.picked).toBeUndefined();
  });
});

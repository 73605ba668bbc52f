// @vitest-environment jsdom
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { board } from '../lib/board.fixture';
import type * as W from '../lib/wire';

const given = vi.hoisted(() => ({ create: vi.fn(), report: () => '', journal: () => '' }));
vi.mock('../lib/api', () => ({ api: given, Fault: class extends Error {} }));
const { default: Outcome } = await import('./Outcome.svelte');

describe('the end of a game', () => {
  let shown: ReturnType<typeof mount>;
  const again = () => document.querySelector<HTMLButtonElement>('[data-testid="again"]')!;

  beforeEach(() => {
    vi.useFakeTimers();
    given.create.mockReset().mockReturnValue(new Promise(() => undefined));
    const outcome: W.OutcomeCard = {
      winner: 1,
      half_points: [0, 4],
      broken_off: 'resigned',
      text: '',
      turn: 1,
    };
    const card = { id: 'g', rulebook: 'jdg', battle: 'b', mine: [0], seats: [], options: {} };
    const view = { card, log: [] } as unknown as W.GameView;
    shown = mount(Outcome, { target: document.body, props: { view, board: board(), outcome, eyes: 0 } });
    flushSync();
  });
  afterEach(() => {
    void unmount(shown);
    vi.useRealTimers();
  });

  it('begins no other game by the second click of the one that ended it', () => {
    again().click();
    expect(given.create).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1000);
    flushSync();
    again().click();
    expect(given.create).toHaveBeenCalledTimes(1);
  });
});

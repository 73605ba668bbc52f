// @vitest-environment jsdom
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { board } from '../../lib/board.fixture';
import type { Game } from '../../lib/game.svelte';
import type * as W from '../../lib/wire';

const given = vi.hoisted(() => ({ pause: vi.fn() }));
vi.mock('../../lib/api', () => ({ api: given, Fault: class extends Error {} }));
const { default: Deeds } = await import('./Deeds.svelte');

describe('a pause that is proposed', () => {
  let shown: ReturnType<typeof mount>;
  const button = (id: string) => document.querySelector<HTMLButtonElement>(`[data-testid="${id}"]`);

  function propose(by: number): void {
    const game = { id: 'g', side: 0, attempt: (deed: () => unknown) => deed() } as unknown as Game;
    const view = {
      side: 0,
      log_length: 3,
      clocks: { pause_proposed_by: by, paused: false },
      card: { options: { undo: 'free' }, seats: [], mine: [0] },
    } as unknown as W.GameView;
    shown = mount(Deeds, { target: document.body, props: { game, board: board(), view } });
    flushSync();
  }

  beforeEach(() => given.pause.mockReset());
  afterEach(() => void unmount(shown));

  it('can be agreed to or declined by the other side', () => {
    propose(1);
    button('pause-agree')!.click();
    expect(given.pause).toHaveBeenLastCalledWith('g', { agree: true, side: 0 });
    button('pause-decline')!.click();
    expect(given.pause).toHaveBeenLastCalledWith('g', { agree: false, side: 0 });
    expect(button('pause-withdraw')).toBeNull();
  });

  it('can be taken back by who proposed it', () => {
    propose(0);
    button('pause-withdraw')!.click();
    expect(given.pause).toHaveBeenLastCalledWith('g', { agree: false, side: 0 });
    expect(button('pause-agree')).toBeNull();
  });
});

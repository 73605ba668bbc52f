// @vitest-environment jsdom
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { board } from '../lib/board.fixture';
import type { Game } from '../lib/game.svelte';
import { groundOf } from '../lib/ground';
import type * as W from '../lib/wire';
import Preview from './Preview.svelte';

const chance = (text: string, permille = 1000): W.Chance => ({ text, permille, exact: '' });
const BOARD = board();
const ENEMY = BOARD.sides[1]!.name;
const OWN = BOARD.sides[0]!.name;
const sure: W.Preview = {
  label: '',
  ends: [chance('II to 0904')],
  things: [{ name: 'II', chances: [chance('to 0904')] }],
  complete: true,
  covered: 1000,
  sums: [],
  near: [chance('II to 0904')],
  decides: [],
  drawn: [],
  throws: [],
  later: [],
  veiled: false,
  assumed: false,
  rehearsed: false,
};

describe('the preview of an answer', () => {
  let shown: ReturnType<typeof mount>;

  async function foretold(preview: Partial<W.Preview>, picked?: number, underway?: number): Promise<string> {
    const game = {
      board: BOARD,
      side: 0,
      connection: 'live',
      question: { id: 1 },
      choices: [],
      picked,
      preview: () => Promise.resolve({ ...sure, ...preview }),
    } as unknown as Game;
    shown = mount(Preview, { target: document.body, props: { game, book: 'jdg', choice: 0, underway } });
    flushSync();
    await vi.advanceTimersByTimeAsync(200);
    flushSync();
    return document.querySelector('[data-testid="preview"]')!.textContent!.replace(/\s+/g, ' ');
  }

  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    void unmount(shown);
    vi.useRealTimers();
  });

  it('says nothing as certain that a decision may change', async () => {
    const text = await foretold({
      assumed: true,
      ends: [chance('II to 0904; Light battery eliminated')],
      decides: [chance(`${ENEMY}: who reacts?`)],
      later: ['shock'],
    });
    expect(text).toContain('Until somebody decides: II to 0904');
    expect(text).toContain(`Then decides: ${ENEMY}: who reacts?`);
    expect(text).toMatch(/If everybody then does as little as possible:.*Light battery eliminated/);
    expect(text).toContain('Dice then: shock');
  });

  it('says so when the other side decides next, though it may change nothing', async () => {
    expect(await foretold({ decides: [chance(`${ENEMY}: who reacts?`)] })).toContain('Then decides:');
  });

  it('does not say that one decides oneself next where nothing hangs on it', async () => {
    expect(await foretold({ decides: [chance(`${OWN}: who moves next?`)] })).not.toContain('Then decides:');
  });

  it('does not promise that nothing is thrown on a way that is only drawn', async () => {
    const quiet = { near: [chance('nothing changes')], ends: [chance('nothing changes')], things: [] };
    expect(await foretold(quiet)).toContain('No dice');
    void unmount(shown);
    const text = await foretold(quiet, undefined, 5);
    expect(text).toContain(`To ${groundOf(BOARD).label(5)}: others may react`);
    expect(text).not.toContain('No dice');
  });

  it('does not repeat what stands beside the button that gives the picked answer', async () => {
    const preview = { throws: ['rally'], near: [chance('rallies', 300), chance('otherwise nothing', 700)] };
    expect(await foretold(preview)).toContain('rallies');
    void unmount(shown);
    expect(await foretold(preview, 0)).not.toContain('rallies');
    void unmount(shown);
    const both = await foretold(
      { ...preview, later: ['shock'], assumed: true, ends: [chance('holds'), chance('runs')] },
      0,
    );
    expect(both).not.toContain('holds');
    expect(both).not.toContain('Dice then');
  });

  it('tells of two things of one name', async () => {
    const chances = [chance('eliminated', 200), chance('unchanged', 800)];
    const text = await foretold({
      throws: ['fire'],
      near: [chance('one of them eliminated', 400), chance('otherwise nothing changes', 600)],
      things: [
        { name: 'Foot battery', chances },
        { name: 'Foot battery', chances },
      ],
    });
    expect(text.split('Foot battery:')).toHaveLength(3);
  });

  it('puts the odds before the sums, and folds long sums up', async () => {
    const part = { label: 'uphill', rule: '8.1', effect: { add: 1 } };
    const text = await foretold({
      throws: ['rally'],
      near: [chance('rallies', 300), chance('otherwise nothing changes', 700)],
      sums: [{ name: 'rally', total: '5', parts: Array<typeof part>(8).fill(part) } as unknown as W.Sum],
    });
    expect(text.indexOf('rallies')).toBeLessThan(text.indexOf('uphill'));
    expect(document.querySelector('details .parts')).not.toBeNull();
  });
});

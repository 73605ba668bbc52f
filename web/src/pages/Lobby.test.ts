// @vitest-environment jsdom
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, it, vi } from 'vitest';
import { api } from '../lib/api';
import type * as W from '../lib/wire';

HTMLDialogElement.prototype.showModal = vi.fn();
const { default: Lobby } = await import('./Lobby.svelte');

const battle = (rulebook: string) =>
  ({
    rulebook,
    rulebook_title: `Book of ${rulebook}`,
    id: 'field',
    title: 'Field',
    date: '1806-10-14',
    place: '',
    blurb: '',
    size: 'small',
    minutes: 60,
    turns: 4,
    units: [3, 3],
    difficulty: 2,
    picture: '',
    sides: [
      { id: 'a', name: 'Reds', colour: '#800000' },
      { id: 'b', name: 'Blues', colour: '#000080' },
    ],
    players: [],
    lessons: false,
  }) as unknown as W.BattleCard;

let shown: ReturnType<typeof mount> | undefined;

async function lobby(...books: string[]): Promise<string[]> {
  vi.spyOn(api, 'battles').mockResolvedValue(books.map(battle));
  vi.spyOn(api, 'games').mockResolvedValue({ games: [], more: false });
  shown = mount(Lobby, { target: document.body });
  await vi.waitFor(() => expect(document.querySelectorAll('article')).toHaveLength(books.length));
  flushSync();
  return [...document.querySelectorAll('article h3')].map((one) =>
    one.firstChild!.textContent!.trim().replace(/\s+/g, ' '),
  );
}

afterEach(() => {
  if (shown) void unmount(shown);
  vi.restoreAllMocks();
});

it('names the rulebook of each battle where the shelf has several, and makes the game under the one chosen', async () => {
  expect(await lobby('one', 'two')).toEqual(['Field · Book of one', 'Field · Book of two']);
  const rules = [...document.querySelectorAll('.foot a[href^="#/rules/"]')];
  expect(rules.map((link) => link.getAttribute('href'))).toEqual(['#/rules/one', '#/rules/two']);
  document.querySelectorAll<HTMLButtonElement>('article button.play')[1]!.click();
  flushSync();
  expect(document.querySelector('dialog')!.textContent).toContain('Field · Book of two');
  const create = vi.spyOn(api, 'create').mockReturnValue(new Promise(() => undefined));
  document.querySelector('dialog form')!.dispatchEvent(new SubmitEvent('submit', { cancelable: true }));
  expect(create.mock.calls[0]![0].rulebook).toBe('two');
});

it('names the battle alone where there is one rulebook', async () => {
  expect(await lobby('one')).toEqual(['Field']);
});

// @vitest-environment jsdom
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, it, vi } from 'vitest';
import { api } from '../lib/api';
import type * as W from '../lib/wire';

HTMLDialogElement.prototype.showModal = vi.fn();
const { default: Lobby } = await import('./Lobby.svelte');

const battle = (rulebook: string, lessons = false) =>
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
    lessons,
    beginner: 'recruit',
  }) as unknown as W.BattleCard;

let shown: ReturnType<typeof mount> | undefined;

async function lobby(...books: string[]): Promise<string[]> {
  return shows(books.map((book) => battle(book)));
}

/** Opens the lobby with these battles, and gives their names. */
async function shows(battles: W.BattleCard[]): Promise<string[]> {
  vi.spyOn(api, 'battles').mockResolvedValue(battles);
  vi.spyOn(api, 'games').mockResolvedValue({ games: [], more: false });
  shown = mount(Lobby, { target: document.body });
  await vi.waitFor(() => expect(document.querySelectorAll('article')).toHaveLength(battles.length));
  flushSync();
  return [...document.querySelectorAll('article .name')].map((one) =>
    one.firstChild!.textContent!.trim().replace(/\s+/g, ' '),
  );
}

afterEach(() => {
  if (shown) void unmount(shown);
  vi.restoreAllMocks();
});

it('puts the battles under their rulebooks where the shelf has several, and makes the game under the one chosen', async () => {
  expect(await lobby('one', 'two')).toEqual(['Field', 'Field']);
  const named = [...document.querySelectorAll('.book h3, article .play')];
  expect(named.map((one) => one.getAttribute('aria-label') ?? one.textContent)).toEqual([
    'Book of one',
    'Play Field · Book of one',
    'Book of two',
    'Play Field · Book of two',
  ]);
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
  expect(document.querySelector('.book')).toBeNull();
});

it('teaches each rulebook by its own lessons, the first of them above all', async () => {
  await shows([battle('one', true), battle('two', true), battle('three')]);
  const create = vi.spyOn(api, 'create').mockReturnValue(new Promise(() => undefined));
  expect(document.querySelectorAll('[data-testid="learn"]')).toHaveLength(1);
  const others = [...document.querySelectorAll<HTMLButtonElement>('.book button')];
  expect(others.map((one) => one.textContent.trim())).toEqual(['Learn it: play “Field”']);
  others[0]!.click();
  expect(create.mock.calls[0]![0].rulebook).toBe('two');
});

// @vitest-environment jsdom
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { api } from '../lib/api';
import type * as W from '../lib/wire';

HTMLDialogElement.prototype.showModal = vi.fn();
const { default: NewGame } = await import('./NewGame.svelte');

const value = (name: string) => ({ name, label: `${name}, as one likes` });
const card = {
  rulebook: 'book',
  id: 'field',
  title: 'Field',
  blurb: '',
  sides: [
    { id: 'a', name: 'Reds', colour: '#800000' },
    { id: 'b', name: 'Blues', colour: '#000080' },
  ],
  players: ['recruit'],
  beginner: 'recruit',
  lessons: false,
  options: [
    { name: 'counters', label: 'Counters', rule: '5.1', values: [value('closed'), value('open')] },
    { name: 'weather', label: 'Weather', rule: '4.2', values: [value('fixed'), value('thrown')] },
  ],
} as unknown as W.BattleCard;

let shown: ReturnType<typeof mount> | undefined;

function show(what: W.BattleCard): void {
  shown = mount(NewGame, {
    target: document.body,
    props: { card: what, title: what.title, onclose: vi.fn() },
  });
  flushSync();
}

const select = (label: string) =>
  [...document.querySelectorAll('label')]
    .find((one) => one.textContent?.trim().startsWith(label))
    ?.querySelector('select');

describe('a new game under a rulebook with options', () => {
  afterEach(() => {
    if (shown) void unmount(shown);
    vi.restoreAllMocks();
  });

  it('offers each with its values, the first one chosen, and is made with what was chosen', () => {
    const create = vi.spyOn(api, 'create').mockReturnValue(new Promise(() => undefined));
    show(card);
    expect([...select('Counters')!.options].map((one) => one.text.trim())).toEqual([
      'closed, as one likes',
      'open, as one likes',
    ]);
    expect([select('Counters')!.value, select('Weather')!.value]).toEqual(['closed', 'fixed']);
    select('Weather')!.value = 'thrown';
    select('Weather')!.dispatchEvent(new Event('change', { bubbles: true }));
    flushSync();
    document.querySelector('form')!.dispatchEvent(new SubmitEvent('submit', { cancelable: true }));
    expect(create.mock.calls[0]![0].options.rules).toEqual({ counters: 'closed', weather: 'thrown' });
  });

  it('says nothing of them where the rulebook leaves none', () => {
    const create = vi.spyOn(api, 'create').mockReturnValue(new Promise(() => undefined));
    show({ ...card, options: undefined } as unknown as W.BattleCard);
    expect(select('Counters')).toBeUndefined();
    document.querySelector('form')!.dispatchEvent(new SubmitEvent('submit', { cancelable: true }));
    expect(create.mock.calls[0]![0].options).not.toHaveProperty('rules');
  });
});

// @vitest-environment jsdom
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { board } from '../../lib/board.fixture';
import type * as W from '../../lib/wire';

const given = vi.hoisted(() => ({
  undoConsent: vi.fn(),
  toComputer: vi.fn(),
  battles: vi.fn(),
  seatCode: vi.fn(),
}));
vi.mock('../../lib/api', () => ({ api: given, Fault: class extends Error {} }));
const { Game } = await import('../../lib/game.svelte');
const { Invitation } = await import('../../lib/invitation.svelte');
const { default: Notices } = await import('./Notices.svelte');

const BOARD = board();
const seat = (side: number, kind: string) => ({
  side: BOARD.sides[side],
  kind,
  name: '',
  here: true,
  shows: false,
  before: [],
  closed: false,
});
const entry = (at: number) => ({ at, rule: '1', key: 'a', text: `entry ${at}`, facts: {}, parts: [] });

let shown: ReturnType<typeof mount> | undefined;
let invitation: InstanceType<typeof Invitation>;

/** The notices of a view; what is not given is as in a quiet game of two people. */
function show(view: object = {}, card: object = {}): InstanceType<typeof Game> {
  const game = new Game('g');
  invitation = new Invitation(game);
  const quiet = {
    revision: 1,
    log: [0, 1, 2, 3].map(entry),
    log_length: 4,
    side: 0,
    commitment: '',
    dice: { promises: [], waits: [] },
    position: { counters: [] },
  };
  const all = {
    ...quiet,
    card: {
      rulebook: 'jdg',
      battle: 'scrap',
      status: 'running',
      mine: [0],
      options: { undo: 'free' },
      seats: [seat(0, 'person'), seat(1, 'person')],
      ...card,
    },
    ...view,
  };
  game.join(all as unknown as W.GameView);
  const props = { game, view: all as unknown as W.GameView, board: BOARD, invitation };
  shown = mount(Notices, { target: document.body, props });
  flushSync();
  return game;
}
const find = (what: string) => document.querySelector<HTMLElement>(what);
const buttons = () => [...document.querySelectorAll<HTMLButtonElement>('.notices button')];
const said = () => find('.notices')?.textContent ?? '';

describe('notices', () => {
  afterEach(() => {
    if (shown) void unmount(shown);
    shown = undefined;
    for (const mock of Object.values(given)) mock.mockReset();
    sessionStorage.clear();
  });

  it('are none where all is well', () => {
    show();
    expect(find('.notices')?.children.length).toBe(0);
  });

  it('say what went wrong, until that is put away', () => {
    const game = show();
    game.problem = { text: 'not so' };
    flushSync();
    expect(find('[role="alert"]')?.textContent).toContain('not so');
    buttons()[0]!.click();
    flushSync();
    expect([game.problem, find('[role="alert"]')]).toEqual([undefined, null]);
  });

  it('say whom the dice wait for, and how late an onlooker sees', () => {
    show({ dice: { promises: [], waits: [0, 1] }, delayed: 0 });
    expect(find('[data-testid="dice-waits"]')?.textContent).toContain('French, Prussians');
    expect(find('[data-testid="delayed"]')).not.toBeNull();
  });

  it('say what a proposal would take back; its consent names that very one', () => {
    show({ undo: { id: 7, by: 1, log: 2, own: ['Go 0103'], throws: 1 } });
    expect(said()).toContain('Prussians');
    expect(said()).toContain('Go 0103');
    expect([...document.querySelectorAll('li')].map((li) => li.textContent)).toEqual(['entry 2', 'entry 3']);
    given.undoConsent.mockResolvedValue({});
    expect(buttons().length).toBe(2);
    buttons()[0]!.click();
    expect(given.undoConsent).toHaveBeenLastCalledWith('g', { agree: true, id: 7, side: 0 });
    buttons()[1]!.click();
    expect(given.undoConsent).toHaveBeenLastCalledWith('g', { agree: false, id: 7, side: 0 });
  });

  it('let who has proposed withdraw, and an onlooker nothing', () => {
    const undo = { id: 7, by: 0, log: 4, own: [], throws: 0 };
    given.undoConsent.mockResolvedValue({});
    show({ undo });
    expect(buttons().length).toBe(1);
    buttons()[0]!.click();
    expect(given.undoConsent).toHaveBeenLastCalledWith('g', { agree: false, id: 7, side: 0 });
    if (shown) void unmount(shown);
    show({ undo, side: undefined }, { mine: [] });
    expect([said() !== '', buttons().length]).toEqual([true, 0]);
  });

  it('offer a free seat to who plays here as a link or to a computer, to others to be taken', async () => {
    const seats = [seat(0, 'person'), seat(1, 'free')];
    given.toComputer.mockResolvedValue({});
    given.battles.mockResolvedValue([
      { rulebook: 'jdg', id: 'other', players: [] },
      { rulebook: 'jdg', id: 'scrap', players: ['recruit'] },
    ]);
    show({}, { seats });
    await vi.waitFor(() => expect(buttons().length).toBe(2));
    expect(said()).toContain('Prussians');
    buttons()[1]!.click();
    expect(given.toComputer).toHaveBeenCalledWith('g', 1, 'recruit');
    if (shown) void unmount(shown);
    show({ side: undefined }, { seats, mine: [] });
    expect([buttons().length, find('a')?.getAttribute('href')]).toEqual([0, '#/join/g/1']);
  });

  it('hold the link that was made until it is put away', async () => {
    given.battles.mockResolvedValue([]);
    given.seatCode.mockResolvedValue({ code: 'abc' });
    show({}, { seats: [seat(0, 'person'), seat(1, 'free')] });
    const link = () => document.querySelector<HTMLInputElement>('[data-testid="invitation"]');
    expect(link()).toBeNull();
    buttons()[0]!.click();
    await vi.waitFor(() => expect(link()?.value).toMatch(/#\/join\/g\/1\/abc$/));
    expect(given.seatCode).toHaveBeenCalledWith('g', 1);
    buttons().at(-1)!.click();
    flushSync();
    expect([link(), invitation.link]).toEqual([null, '']);
  });
});

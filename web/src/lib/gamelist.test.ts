import { describe, expect, it } from 'vitest';
import { GameList, type GamePage } from './gamelist.svelte';
import type * as W from './wire';

const PAGE = 100;
const card = (n: number) => ({ id: `g${n}` }) as W.GameCard;

/** A server with so many games; notes which pages it was asked for. */
function server(games: number): {
  asked: number[];
  fetch: (page: number) => Promise<GamePage>;
  games: number;
} {
  const it = {
    asked: [] as number[],
    games,
    fetch: (page: number) => {
      it.asked.push(page);
      const count = Math.max(0, Math.min(PAGE, it.games - page * PAGE));
      return Promise.resolve({
        games: Array.from({ length: count }, (_, n) => card(page * PAGE + n)),
        more: it.games > (page + 1) * PAGE,
      });
    },
  };
  return it;
}

describe('a list of games', () => {
  it('holds and asks for one page, however many games there are', async () => {
    const many = server(200_000);
    const list = new GameList(many.fetch);
    await list.refresh();
    expect([list.games.length, list.page, list.more]).toEqual([100, 0, true]);
    for (let page = 1; page < 30; page++) await list.go(page);
    expect([list.games.length, list.games[0]!.id, list.page]).toEqual([100, 'g2900', 29]);
    many.asked.length = 0;
    await list.refresh();
    expect(many.asked).toEqual([29]);
  });

  it('ends', async () => {
    const list = new GameList(server(250).fetch);
    await list.go(2);
    expect([list.games.length, list.more]).toEqual([50, false]);
  });

  it('goes back to its beginning when the page has gone', async () => {
    const few = server(150);
    const list = new GameList(few.fetch);
    await list.go(1);
    few.games = 90;
    await list.refresh();
    expect([list.games.length, list.page, list.more]).toEqual([90, 0, false]);
  });

  it('is not overtaken by what was asked for before, nor turned back by asking again', async () => {
    const waiting: (() => void)[] = [];
    const many = server(1000);
    const list = new GameList(async (page) => {
      await new Promise<void>((go) => waiting.push(go));
      return many.fetch(page);
    });
    const turns = [list.refresh(), list.go(3), list.refresh()];
    for (const go of waiting.reverse()) go();
    await Promise.all(turns);
    expect([list.page, list.games[0]!.id]).toEqual([3, 'g300']);
  });

  it('stays where it is when the server is away', async () => {
    const many = server(1000);
    let isAway = false;
    const list = new GameList((page) => (isAway ? Promise.reject(new Error('away')) : many.fetch(page)));
    await list.go(1);
    isAway = true;
    await expect(list.go(2)).rejects.toThrow('away');
    expect(list.page).toBe(1);
    isAway = false;
    await list.refresh();
    expect([list.page, list.games[0]!.id]).toEqual([1, 'g100']);
  });
});

// A list of games in the lobby, page by page.

import { Latest } from './latest';
import type * as W from './wire';

/** A page of a list, as the server gives it. */
export interface GamePage {
  games: W.GameCard[];
  /** Whether another page follows. */
  more: boolean;
}

/** A list of which one page is held: however many games there are, no more is asked for, kept or drawn. */
export class GameList {
  games: W.GameCard[] = $state.raw([]);
  /** The page that is held, from 0. */
  page = $state(0);
  more = $state(false);
  /** The page that was asked for last. */
  private wanted = 0;
  private readonly asking = new Latest();

  constructor(private readonly fetch: (page: number) => Promise<GamePage>) {}

  /** Asks for the same page again. */
  refresh(): Promise<void> {
    return this.go(this.wanted);
  }

  /** Turns to a page; to the first if there is nothing on it any more. What was asked for before comes too late. */
  async go(page: number): Promise<void> {
    this.wanted = page;
    try {
      const found = await this.asking.newest(() => this.look(page));
      if (found)
        [this.games, this.page, this.more, this.wanted] = [found.games, found.page, found.more, found.page];
    } catch (error) {
      this.wanted = this.page;
      throw error;
    }
  }

  private async look(page: number): Promise<GamePage & { page: number }> {
    const found = await this.fetch(page);
    const isGone = found.games.length === 0 && !found.more && page > 0;
    return isGone ? this.look(0) : { ...found, page };
  }
}

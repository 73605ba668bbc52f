// A list of games in the lobby, page by page.

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
  private round = 0;

  constructor(private readonly fetch: (page: number) => Promise<GamePage>) {}

  /** Asks for the same page again. */
  refresh(): Promise<void> {
    return this.go(this.wanted);
  }

  /** Turns to a page; to the first if there is nothing on it any more. What was asked for before comes too late. */
  async go(page: number): Promise<void> {
    const round = ++this.round;
    this.wanted = page;
    try {
      let found = await this.fetch(page);
      if (found.games.length === 0 && !found.more && page > 0) {
        page = 0;
        found = await this.fetch(page);
      }
      if (round !== this.round) return;
      [this.games, this.page, this.more, this.wanted] = [found.games, page, found.more, page];
    } catch (error) {
      if (round === this.round) this.wanted = this.page;
      throw error;
    }
  }
}

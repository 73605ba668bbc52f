// A link with which a seat is taken: made once for each seat, shown until somebody has come by it.

import { api } from './api';
import type { Game } from './game.svelte';
import type * as W from './wire';

export class Invitation {
  link = $state('');
  isCopied = $state(false);
  /** The side that it is for, while its seat is free. */
  private invited: number | undefined = $state();
  private readonly game: Game;

  constructor(game: Game) {
    this.game = game;
  }

  /** Makes a link to a seat, shows it and copies it. */
  async make(side: number): Promise<void> {
    const { id } = this.game;
    await this.game.attempt(async () => {
      const kept = sessionStorage.getItem(`code ${id} ${side}`);
      const code = kept ?? (await api.seatCode(id, side)).code;
      sessionStorage.setItem(`code ${id} ${side}`, code);
      this.link = `${location.origin}/#/join/${id}/${side}/${code}`;
      this.invited = this.game.view?.card.seats[side]?.kind === 'free' ? side : undefined;
      await navigator.clipboard?.writeText(this.link).then(
        () => (this.isCopied = true),
        () => (this.isCopied = false),
      );
    });
  }

  /** Once the friend has come the link has done its work. */
  settle(view: W.GameView): void {
    if (this.invited !== undefined && view.card.seats[this.invited]?.kind !== 'free') this.close();
  }

  close(): void {
    this.link = '';
    this.invited = undefined;
  }
}

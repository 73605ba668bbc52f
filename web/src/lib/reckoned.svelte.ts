// The chances of an answer as a part of the page shows them: asked for, come, or why they cannot be told.

import { Fault } from './api';
import type { Game } from './game.svelte';
import { Latest } from './latest';
import { whenSeen } from './seen';
import type * as W from './wire';

/** Nothing is asked for while an answer is on its way. */
const NEVER = new Promise<W.Preview>(() => undefined);

export class Reckoned {
  /** Of which answer. */
  of = $state(-1);
  private found: W.Preview | undefined = $state.raw();
  failed = $state('');
  /** Whoever is cut off sees the chances when they are back, and gives their answer then. */
  private offline = false;
  private readonly asking = new Latest();
  private readonly game: Game;

  constructor(game: Game) {
    this.game = game;
  }

  /** What can come of an answer, if it is known. */
  preview(choice: number): W.Preview | undefined {
    return this.of === choice ? this.found : undefined;
  }

  /** Asks for the chances of an answer. Gives back how to give it up. */
  ask(choice: number, afterMs?: number): () => void {
    const { game } = this;
    // With the connection the chances come back, too.
    void game.connection;
    this.failed = '';
    const take = (found: W.Preview | undefined, why: string) => {
      this.found = found;
      this.failed = why;
      this.of = choice;
    };
    return this.asking.ask(() => (game.sending ? NEVER : game.preview(choice)), {
      afterMs,
      take: (found) => take(found, ''),
      fail: (error) => {
        take(undefined, error instanceof Error ? error.message : String(error));
        this.offline = error instanceof Fault && error.code === 'offline';
      },
    });
  }

  /** Tells the game once what stands here has been seen: of these elements, the first lines. Gives back how to give it up. */
  watch(choice: number, lines: () => Element[], seen?: () => void): (() => void) | undefined {
    const question = this.game.question?.id;
    const isThere =
      this.preview(choice) !== undefined || (this.of === choice && this.failed && !this.offline);
    if (question === undefined || !isThere) return undefined;
    return whenSeen(lines, () => {
      this.game.show(question, choice);
      seen?.();
    });
  }
}

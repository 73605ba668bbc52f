// What the tests do again and again: visitors with a browser window of their own, games, answers.

import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Locator,
  type Page,
} from 'playwright-core';
import { expect, inject, test as base } from 'vitest';
import type * as W from '../src/lib/wire';
import { fromFolder } from './dist';

export { expect };

/** How long the page may take for anything. */
const PATIENCE_MS = 30_000;

export interface Wish extends BrowserContextOptions {
  /** Settings, as the page keeps them. */
  prefs?: Record<string, unknown>;
  /** Another server than the one for all. */
  at?: string;
}

/** A person at a browser of his own: own cookies, own storage. */
export class Visitor {
  /** What went wrong on the page: exceptions, errors on the console, answers of the server that are faults. */
  readonly faults: string[] = [];

  constructor(
    readonly origin: string,
    readonly context: BrowserContext,
    readonly page: Page,
  ) {
    page.on('pageerror', (error) => this.faults.push(`exception: ${error.message}\n${error.stack}`));
    page.on(
      'console',
      (message) =>
        message.type() === 'error' &&
        !harmless(message.text(), message.location().url) &&
        this.faults.push(`console: ${message.text()} ${message.location().url}`),
    );
  }

  /** Opens a page of the client: what stands behind the `#`. */
  async go(place: string): Promise<void> {
    await this.page.goto(`${this.origin}/#${place}`);
  }

  /** Asks the server with this visitor's cookie, beside the page. */
  async api<T>(method: string, path: string, body?: unknown): Promise<T> {
    const reply = await this.context.request.fetch(this.origin + path, {
      method,
      headers: { origin: this.origin, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      data: body === undefined ? undefined : JSON.stringify(body),
    });
    if (!reply.ok()) throw new Error(`${method} ${path}: ${reply.status()} ${await reply.text()}`);
    return (await reply.json()) as T;
  }

  /** Makes a game of the easiest battle. */
  newGame(seats: W.SeatWish[], options: Partial<W.Options> = {}): Promise<W.CreatedGame> {
    return this.make((cards) => cards[0], seats, options);
  }

  /** Makes a game of a certain battle, by a certain rulebook if one is named, and gives its id. */
  async newBattle(battle: string, seats: W.SeatWish[], rulebook?: string): Promise<string> {
    const fits = (card: W.BattleCard) =>
      card.id === battle && (rulebook === undefined || card.rulebook === rulebook);
    return (await this.make((cards) => cards.find(fits), seats, {})).id;
  }

  /** Makes a game of the first battle in the lobby, and a friend takes the other seat by its link; gives its id. */
  async playByLink(friend: Visitor): Promise<string> {
    await this.go('/');
    await this.testid('battle').first().getByTestId('play').click();
    const form = this.testid('new-game');
    await form.getByText('A friend, by a link you send').click();
    await form.getByTestId('start').click();
    await this.page.waitForURL(/#\/game\//);
    const link = this.testid('invitation');
    if (!(await link.isVisible().catch(() => false)))
      await this.page.getByRole('button', { name: 'Invitation link' }).click();
    await friend.page.goto(await link.inputValue());
    await friend.testid('take-seat').click();
    await friend.page.waitForURL(/#\/game\//);
    return /#\/game\/([^?]+)/.exec(this.page.url())![1]!;
  }

  private async make(
    choose: (cards: W.BattleCard[]) => W.BattleCard | undefined,
    seats: W.SeatWish[],
    options: Partial<W.Options>,
  ): Promise<W.CreatedGame> {
    const card = choose(await this.api<W.BattleCard[]>('GET', '/api/battles'))!;
    const wish: W.NewGame = {
      rulebook: card.rulebook,
      battle: card.id,
      seats,
      name: 'Anna',
      options: { undo: 'free', dice: 'screen', watch: 'public', open: false, ...options },
      contribution: '',
      contributes: false,
    };
    return this.api<W.CreatedGame>('POST', '/api/games', wish);
  }

  view(game: string, as?: number): Promise<W.GameView> {
    return this.api('GET', `/api/games/${game}${as === undefined ? '' : `?as=${as}`}`);
  }

  /** Plays on beside the page, for the sides that are this visitor's, until `enough` or the end. */
  async playOn(
    game: string,
    sides: number[],
    enough: (view: W.GameView) => boolean = () => false,
  ): Promise<W.GameView> {
    for (let turn = 0; turn < 2000; turn++) {
      const views = await Promise.all(sides.map((side) => this.view(game, side)));
      const asked = views.find((view) => view.question) ?? views[0]!;
      if (asked.card.status === 'over' || enough(asked)) return asked;
      const question = asked.question;
      if (question)
        await this.api('POST', `/api/games/${game}/answer`, {
          question: question.id,
          choice: turn % question.count,
          side: question.side,
        });
      else await new Promise((done) => setTimeout(done, 20));
    }
    throw new Error('the game does not end');
  }

  /** Plays for a side as the best computer player would, until there is enough; whether that came before the end. */
  async playAdvised(
    game: string,
    side: number,
    enough: (view: W.GameView, question: W.Question, choice: number) => Promise<boolean> | boolean,
  ): Promise<boolean> {
    for (;;) {
      const view = await this.view(game, side);
      const { question } = view;
      if (view.card.status === 'over') return false;
      if (!question) {
        await this.page.waitForTimeout(25);
        continue;
      }
      const { choice } = await this.api<W.Hint>('POST', `/api/games/${game}/hint`, { side });
      if (await enough(view, question, choice)) return true;
      await this.api('POST', `/api/games/${game}/answer`, { question: question.id, choice, side });
    }
  }

  testid(id: string): Locator {
    return this.page.getByTestId(id);
  }

  get answers(): Locator {
    return this.page.locator(':is([data-testid="decision"], [data-testid="actions"]) button[data-choice]');
  }

  /** Waits until one's own decision, the end or something else than waiting is shown; says which. */
  async settled(): Promise<'decision' | 'outcome' | 'curtain'> {
    const any = this.page
      .locator(
        ':is([data-testid="decision"], [data-testid="actions"]) button[data-choice]:enabled, [data-testid="outcome"], [data-testid="curtain"]',
      )
      .first();
    // Where there are many answers the list is folded up, so they need not be in sight.
    await any.waitFor({ state: 'attached', timeout: PATIENCE_MS });
    if (await this.testid('outcome').isVisible()) return 'outcome';
    return (await this.testid('curtain').isVisible()) ? 'curtain' : 'decision';
  }

  /** The number of the question that the page shows. */
  questionText(): Promise<string> {
    return this.testid('question').innerText();
  }

  /** The number of the question that the page shows; null if none. */
  questionId(): Promise<string | null> {
    return this.page.evaluate(
      () => document.querySelector<HTMLElement>('[data-testid="decision"]')?.dataset.question ?? null,
    );
  }

  /** Waits until the page shows another question, or none. */
  async moved(from: string | null): Promise<void> {
    await this.page.waitForFunction(
      (old) =>
        (document.querySelector<HTMLElement>('[data-testid="decision"]')?.dataset.question ?? null) !== old,
      from,
    );
  }

  /** Clicks an answer on the list; unfolds it if need be. */
  async pick(choice: number, how: 'click' | 'tap' = 'click'): Promise<void> {
    const button = this.page.locator(
      `:is([data-testid="decision"], [data-testid="actions"]) button[data-choice="${choice}"]`,
    );
    const fold = this.page.locator('[data-testid="decision"] details', { has: button }).locator('summary');
    if (!(await button.isVisible())) await fold[how]({ timeout: 2000 }).catch(() => undefined);
    // The list may be drawn anew, folded up, between a look and a click.
    for (let n = 0; n < 8; n++) {
      await button
        .evaluate((found) => found.closest('details')?.setAttribute('open', ''))
        .catch(() => undefined);
      const done = await button[how]({ timeout: 2000 }).then(
        () => true,
        () => false,
      );
      if (done) return;
    }
    await button[how]();
  }

  /** Waits until the chances of the picked answer, or why they cannot be told, have stood beside its button: before, nothing is thrown for it. */
  async foreshown(choice?: number): Promise<void> {
    const of = choice === undefined ? '' : `="${choice}"`;
    await this.page.locator(`[data-testid="odds"][data-of${of}]`).waitFor();
    const preview = this.page.locator(`[data-testid="preview"][data-of${of}]`);
    await preview.waitFor();
    if (await preview.getByTestId('dice').isVisible()) await preview.locator('.ends').first().waitFor();
  }

  /** Gives an answer with the mouse, on the list. An answer that needs no confirmation is given by the first click. */
  async answer(choice: number): Promise<void> {
    const asked = await this.questionId();
    await this.pick(choice);
    await this.confirm(asked);
  }

  /** Gives the picked answer, if it is not on its way by itself. */
  async confirm(asked: string | null, how: 'click' | 'tap' = 'click'): Promise<void> {
    await this.insist(asked, () =>
      this.testid('give')
        [how]({ timeout: 1000 })
        .catch(() => undefined),
    );
  }

  /** Gives the picked answer with its key. */
  async press(asked: string | null): Promise<void> {
    await this.insist(asked, () => this.page.keyboard.press('g'));
  }

  /** Does something until the question has been answered: dice are thrown only once their odds have been on the page. */
  private async insist(asked: string | null, deed: () => Promise<unknown>): Promise<void> {
    const gone = this.moved(asked);
    await this.page.waitForTimeout(60);
    // Where it goes by itself the button is gone or busy.
    for (let n = 0; n < 70 && (await this.questionId()) === asked; n++) {
      await deed();
      await Promise.race([gone, this.page.waitForTimeout(400)]);
    }
    await gone;
  }

  /** Gives an answer with the keys: to the list, the answer's number, give. */
  async type(choice: number): Promise<void> {
    const asked = await this.questionId();
    await this.page.keyboard.press('d');
    for (const digit of String(choice + 1)) await this.page.keyboard.press(digit);
    await this.press(asked);
  }

  /** The middle of a counter on the map that an answer points at, if one is in sight. */
  litCounter(): Promise<{ x: number; y: number } | null> {
    return this.page.evaluate(() => {
      const map = document.querySelector('[data-testid="map"]')!.getBoundingClientRect();
      for (const ring of document.querySelectorAll('[data-testid="map"] .own-ring')) {
        const box = ring.getBoundingClientRect();
        const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
        if (x > map.left && x < map.right - 60 && y > map.top && y < map.bottom) return { x, y };
      }
      return null;
    });
  }

  /** That the page is no wider than the screen. */
  async fits(): Promise<void> {
    const { wide, screen } = await this.page.evaluate(() => ({
      wide: document.documentElement.scrollWidth,
      screen: window.innerWidth,
    }));
    expect(wide, 'the page scrolls to the side').toBeLessThanOrEqual(screen);
  }
}

/** A question may be gone when its chances or a unit's reach are asked for: the server says so, and the page leaves them out. */
function harmless(text: string, address: string): boolean {
  return /status of (409|422)/.test(text) && /\/(preview|overlay)(\?|$)/.test(address);
}

let shared: Promise<Browser> | undefined;

export async function visitor(wish: Wish = {}): Promise<Visitor> {
  shared ??= chromium.connect(inject('browser'));
  const { prefs, at, ...options } = wish;
  const context = await (
    await shared
  ).newContext({
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    reducedMotion: 'reduce',
    ...options,
  });
  context.setDefaultTimeout(PATIENCE_MS);
  await fromFolder(context);
  await context.addInitScript(
    (kept) => {
      // An empty page keeps nothing.
      if (location.protocol === 'about:') return;
      if (localStorage.getItem('berthier') === null) localStorage.setItem('berthier', kept);
    },
    // Most visitors know the battle.
    JSON.stringify({ briefing: false, ...prefs }),
  );
  return new Visitor(at ?? inject('origin'), context, await context.newPage());
}

/** A test with visitors; at its end nothing must have gone wrong on their pages. */
export const test = base.extend<{ visit: (wish?: Wish) => Promise<Visitor> }>({
  visit: async ({ task }, use) => {
    const visitors: Visitor[] = [];
    await use(async (wish) => {
      const one = await visitor(wish);
      visitors.push(one);
      return one;
    });
    const failed = task.result?.state === 'fail';
    for (const [n, { page, context, faults }] of visitors.entries()) {
      if (failed)
        await page
          .screenshot({ path: picture(`failed-${task.name.replace(/\W+/g, '-').slice(0, 60)}-${n}`) })
          .catch(() => undefined);
      await context.close();
      if (!failed) expect(faults, 'faults on the page').toEqual([]);
    }
  },
});

/** Where a picture of the tests is kept. */
export function picture(name: string): string {
  return `${process.env.BERTHIER_PICTURES ?? join(tmpdir(), 'berthier-e2e-pictures')}/${name}.png`;
}

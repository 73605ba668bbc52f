// All that goes to and from a page, and the search for what should not be there.

import type { Page } from 'playwright-core';
import type * as W from '../src/lib/wire';

interface Piece {
  at: number;
  text: string;
}

/** Everything that a page sends and hears: addresses, headers and bodies over HTTP, frames of its WebSockets. */
export class Traffic {
  private readonly pieces: Piece[] = [];
  private readonly coming: Promise<unknown>[] = [];

  constructor(page: Page) {
    const take = (text: string) => this.pieces.push({ at: Date.now(), text });
    page.on('request', (request) =>
      take(`${request.method()} ${request.url()}\n${request.postData() ?? ''}`),
    );
    page.on('response', (response) => {
      const at = Date.now();
      const body = response.body().then(
        (bytes) => this.pieces.push({ at, text: heardIn(response.url(), bytes.toString('utf8')) }),
        () => undefined, // The body of a redirection, or of a page that was left.
      );
      this.coming.push(
        body,
        response.allHeaders().then(
          (headers) => this.pieces.push({ at, text: JSON.stringify(headers) }),
          () => undefined, // The same.
        ),
      );
    });
    page.on('websocket', (socket) => {
      take(socket.url());
      socket.on('framesent', ({ payload }) => take(String(payload)));
      socket.on('framereceived', ({ payload }) => take(String(payload)));
    });
  }

  /** What of a list of secrets was in it while it was a secret. */
  async found(secrets: Iterable<Secret>): Promise<Secret[]> {
    await Promise.all(this.coming);
    const heard = this.pieces.map(({ at, text }) => ({ at, text, things: thingsIn(text) }));
    return [...secrets].filter((secret) =>
      heard.some(
        ({ at, text, things }) =>
          at <= secret.until && (things.has(secret.thing) || text.includes(secret.thing)),
      ),
    );
  }
}

/** A body as it counts: who decides next, and what, is foretold by a preview from the side's own view, before it is asked. */
function heardIn(address: string, body: string): string {
  if (!/\/preview(\?|$)/.test(address)) return body;
  try {
    return JSON.stringify({ ...(JSON.parse(body) as W.Preview), decides: [] });
  } catch {
    return body;
  }
}

/** Something that one side knows and the other does not: an element of a list in canonical JSON, or a text. */
export interface Secret {
  thing: string;
  /** The last time at which it was seen to be a secret. */
  until: number;
}

/** JSON with the keys in order, so that the same thing reads the same everywhere. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const entries = Object.entries(value).filter(([, part]) => part !== undefined);
  return `{${entries
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, part]) => `${JSON.stringify(key)}:${canonical(part)}`)
    .join(',')}}`;
}

/** Every object in a JSON text, in canonical form; none if it is no JSON. */
function thingsIn(text: string): Set<string> {
  const things = new Set<string>();
  const walk = (value: unknown): void => {
    if (value === null || typeof value !== 'object') return;
    if (!Array.isArray(value)) things.add(canonical(value));
    Object.values(value).forEach(walk);
  };
  try {
    walk(JSON.parse(text));
  } catch {
    // A page, a script, a picture: only searched as a text.
  }
  return things;
}

/** What a side knows, piece by piece: the elements of the position's lists, its question, the log. */
function knowledge(view: W.GameView, log: W.LogEntry[]): Set<string> {
  const known = new Set<string>();
  for (const list of Object.values(view.position)) {
    if (Array.isArray(list))
      for (const element of list)
        if (element !== null && typeof element === 'object') known.add(canonical(element));
  }
  if (view.question) known.add(canonical(view.question)).add(view.question.text);
  for (const entry of log) known.add(canonical(entry)).add(entry.text);
  return known;
}

/** Keeps account of what the one knows and the other never knew so far. */
export class Ledger {
  readonly secrets = new Map<string, Secret>();
  private readonly public: Set<string>;

  /** What everybody knows from the start: the wording of the rulebook's questions stands on the board. */
  constructor(board: W.Board) {
    this.public = new Set(board.questions.map((question) => question.label));
  }

  note(
    at: number,
    own: { view: W.GameView; log: W.LogEntry[] },
    other: { view: W.GameView; log: W.LogEntry[] },
  ): void {
    for (const thing of knowledge(other.view, other.log)) this.public.add(thing);
    for (const thing of knowledge(own.view, own.log)) {
      if (!this.public.has(thing)) this.secrets.set(thing, { thing, until: at });
    }
  }
}

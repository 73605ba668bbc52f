// The server's HTTP API. Every call gives its value or throws a `Fault` with the server's own words.

import { bytesToHex } from '@noble/hashes/utils.js';
import type { GamePage } from './gamelist.svelte';
import { prefs } from './prefs.svelte';
import type * as W from './wire';

/** What the server said when it did not do something; `code` is `offline` when it could not be reached. */
export class Fault extends Error {
  constructor(
    readonly code: W.ProblemCode | 'offline',
    message: string,
    readonly rule?: string,
  ) {
    super(message);
  }
}

/** A refusal without the rule's number at its end, which stands beside it as a link. */
export function bare(text: string, rule: string | undefined): string {
  return rule && text.endsWith(` [${rule}]`) ? text.slice(0, -rule.length - 3) : text;
}

/** An address with the language in which the page wants the server's words. */
function spoken(path: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}lang=${prefs.language}`;
}

async function call<T>(
  method: string,
  path: string,
  body?: unknown,
  heads?: (headers: Headers) => void,
): Promise<T> {
  let response: Response;
  try {
    response = await fetch(spoken(path), {
      method,
      credentials: 'same-origin',
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new Fault('offline', 'The server cannot be reached.');
  }
  heads?.(response.headers);
  const text = await response.text();
  if (response.ok) return (text ? JSON.parse(text) : undefined) as T;
  let problem: W.Problem | undefined;
  try {
    problem = (JSON.parse(text) as W.ErrorBody).error;
  } catch {
    problem = undefined;
  }
  const message = problem && bare(problem.message, problem.rule);
  throw new Fault(
    problem?.code ?? 'internal',
    message ?? `${response.status} ${response.statusText}`,
    problem?.rule,
  );
}

const get = <T>(path: string) => call<T>('GET', path);
const post = <T>(path: string, body: unknown = {}) => call<T>('POST', path, body);
const remove = <T>(path: string) => call<T>('DELETE', path);
const put = <T>(path: string, body: unknown) => call<T>('PUT', path, body);

const game = (id: string) => `/api/games/${encodeURIComponent(id)}`;

/** With whose eyes a game is seen: a side's, an onlooker's, or whatever the server thinks fit. */
export type Eyes = number | 'watch' | undefined;

/** With whose eyes a game is looked back at: once it is over, also with all sides' together. */
export type Viewpoint = Eyes | 'both';

function query(values: Record<string, string | number | undefined>): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  return given.length === 0
    ? ''
    : `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}

/** A game to be made; that one contributes to its dice goes without saying. */
export type Wish = Omit<W.NewGame, 'contributes'>;

/** Contributes something random to a seed that the server has promised. */
export function contribute(id: string, promise: string, side: number): Promise<W.DiceCard> {
  const bytes = bytesToHex(crypto.getRandomValues(new Uint8Array(32)));
  return post<W.DiceCard>(`${game(id)}/contribute`, { promise, bytes, side } satisfies W.Contribution);
}

export const api = {
  battles: () => get<W.BattleCard[]>('/api/battles'),
  battle: (book: string, id: string) => get<W.BattleDetail>(`/api/battles/${book}/${id}`),
  /** The bare ground of a battle, as a picture in the units of the map, its places named in the language that is spoken. */
  ground: (book: string, id: string) => spoken(`/api/battles/${book}/${id}/map.svg`),
  rule: (book: string, id: string) => get<W.RuleCard>(`/api/rules/${book}/${encodeURIComponent(id)}`),
  rules: (book: string, words: string) =>
    get<W.RuleCard[]>(`/api/rules/${book}${query({ search: words || undefined })}`),

  me: () => get<W.Me>('/api/me'),
  register: (who: W.Credentials) => post<W.Me>('/api/accounts', who),
  signIn: (who: W.Credentials) => post<W.Me>('/api/login', who),
  signOut: () => post<W.Me>('/api/logout'),
  sessions: () => get<W.SessionCard[]>('/api/me/sessions'),
  endSession: (id: string) => remove<W.SessionCard[]>(`/api/me/sessions/${encodeURIComponent(id)}`),
  endOthers: () => remove<W.SessionCard[]>('/api/me/sessions'),
  notify: (where: W.Notify) => put<W.Me>('/api/me/notify', where),
  mailAgain: () => post<W.Me>('/api/me/mail/again'),
  confirmMail: (secret: string) => post<W.MailCard>('/api/mail/confirm', { secret } satisfies W.MailProof),
  stopMail: (secret: string, stop: boolean) =>
    post<W.MailStop>('/api/mail/stop', { secret, stop } satisfies W.MailStop),

  games: async (list: 'mine' | 'waiting' | 'open' | 'watch', page: number): Promise<GamePage> => {
    let more = false;
    const games = await call<W.GameCard[]>(
      'GET',
      `/api/games${query({ list, page })}`,
      undefined,
      (heads) => (more = /rel="?next"?/.test(heads.get('link') ?? '')),
    );
    return { games, more };
  },
  create: async (wish: Wish) => {
    const made = await post<W.CreatedGame>('/api/games', { ...wish, contributes: true });
    const side = wish.seats.findIndex((seat) => seat.who === 'me');
    if (made.promise && side >= 0) await contribute(made.id, made.promise, side);
    return made;
  },
  upload: (save: Omit<W.Upload, 'contributes'>) =>
    post<W.CreatedGame>('/api/games/upload', { ...save, contributes: true }),
  join: async (id: string, join: Omit<W.Join, 'contributes'>) => {
    const view = await post<W.GameView>(`${game(id)}/join`, { ...join, contributes: true });
    const open = view.dice.promises.at(-1);
    if (open && view.dice.waits.includes(join.side)) await contribute(id, open.commitment, join.side);
    return view;
  },
  seatCode: (id: string, side: number) => post<W.SeatCode>(`${game(id)}/code`, { side }),
  toComputer: (id: string, side: number, player: string) =>
    post<W.GameView>(`${game(id)}/computer`, { side, player }),

  view: (id: string, as: Eyes) => get<W.GameView>(game(id) + query({ as })),
  board: (id: string, as: Viewpoint) => get<W.Board>(`${game(id)}/board${query({ as })}`),
  lessons: (id: string) => get<W.Lesson[]>(`${game(id)}/lessons`),
  log: (id: string, from: number, to: number, as: Viewpoint) =>
    get<W.LogPage>(`${game(id)}/log${query({ from, to, as })}`),
  answer: (id: string, answer: W.Answer) => post<W.AcceptedAnswer>(`${game(id)}/answer`, answer),
  preview: (id: string, candidate: W.Candidate) => post<W.Preview>(`${game(id)}/preview`, candidate),
  why: (id: string, candidate: W.Candidate) => post<W.WhyNot>(`${game(id)}/why`, candidate),
  hint: (id: string, side?: number) => post<W.Hint>(`${game(id)}/hint`, { side }),
  overlay: (id: string, wish: W.OverlayWish, as: Eyes) =>
    post<W.Overlay>(`${game(id)}/overlay${query({ as })}`, wish),
  undo: (id: string, wish: W.UndoWish) => post<W.UndoResult>(`${game(id)}/undo`, wish),
  undoConsent: (id: string, consent: W.UndoConsent) =>
    post<W.UndoResult>(`${game(id)}/undo/consent`, consent),
  say: (id: string, say: W.Say) => post<W.ChatMessage>(`${game(id)}/chat`, say),
  notes: (id: string, notes: W.Notes, as: Eyes) => put<W.Notes>(`${game(id)}/notes${query({ as })}`, notes),
  orders: (id: string, orders: W.StandingOrders) => put<W.StandingOrders>(`${game(id)}/orders`, orders),
  show: (id: string, consent: W.Consent) => post<W.GameView>(`${game(id)}/show`, consent),
  pause: (id: string, consent: W.Consent) => post<W.Clocks>(`${game(id)}/pause`, consent),
  resign: (id: string, side?: number) => post<W.GameView>(`${game(id)}/resign`, { side }),
  verify: (id: string) => get<W.VerifyData>(`${game(id)}/verify`),
  replay: (id: string, as: Viewpoint) => get<W.ReplayIndex>(`${game(id)}/replay${query({ as })}`),
  replayRun: (id: string, from: number, to: number, as: Viewpoint) =>
    get<W.ReplayRun>(`${game(id)}/replay/run${query({ from, to, as })}`),
  fortune: (id: string, as: Viewpoint) => get<W.Fortune>(`${game(id)}/fortune${query({ as })}`),
  journal: (id: string) => `${game(id)}/journal`,
  report: (id: string, as: Viewpoint) => spoken(`${game(id)}/report.html${query({ as })}`),
  live: (id: string, as: Eyes, since: number | undefined): string => {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    return `${scheme}://${location.host}${spoken(`${game(id)}/live${query({ as, since })}`)}`;
  },
};

// A game as the page holds it: the view, kept current over a WebSocket that comes back by itself, and what the player is about to answer.

import { contribute, api, Fault, type Eyes } from './api';
import { expand, Placements, type Choice } from './choices';
import { certain } from './foretold';
import { note } from './noted';
import { GAP_MS, hastened, Pace } from './pace';
import { changed } from './patch';
import { isStill, prefs, type Confirm } from './prefs.svelte';
import type * as W from './wire';

/** Something laid over the map: of what, of which kind. */
export interface Laid {
  of: string;
  kind: string;
  data: W.OverlayData;
}

export type Connection = 'connecting' | 'live' | 'lost';

const LONGEST_WAIT_MS = 15_000;
const PING_MS = 25_000;
const DELAYED_MS = 15_000;
/** So long after an ending the next one is deaf. */
const DEAF_MS = 700;
const UNSURE_MS = 2000;

export class Game {
  readonly id: string;
  side: number | undefined = $state();
  private readonly watching: boolean;
  board: W.Board | undefined = $state.raw();
  lessons: W.Lesson[] = $state.raw([]);
  view: W.GameView | undefined = $state.raw();
  connection: Connection = $state('connecting');
  /** The side whose view an onlooker follows, some time behind, where both sides show theirs. */
  behind: number | undefined = $state();
  /** The answer about to be given. */
  picked: number | undefined = $state();
  /** An answer that was sent and not yet confirmed; it is sent again when the connection is back. */
  sending: { question: number; choice: number } | undefined = $state();
  problem: { text: string; rule?: string } | undefined = $state();
  /** What the computer advises, and for which question. */
  advice: { of: number; hint: W.Hint } | undefined = $state.raw();
  /** The last answer given ended something. The next ending cannot be given at once: it stands in the same place. */
  private ended = false;
  /** Whether the question's ending can be given. */
  armed = $state(true);
  private arming: ReturnType<typeof setTimeout> | undefined;
  /** The last entries of the log that came in together, to be read out and looked at. */
  news: W.LogEntry[] = $state.raw([]);

  /** How many changes have come in and are still to be shown, one after the other. */
  coming = $state(0);
  private readonly pace = new Pace<W.Change>(
    (change) => this.see(change),
    (change, waiting) => this.gap(change, waiting),
    (waiting) => (this.coming = waiting),
  );

  /** The log's length when the player last decided, or came. */
  private decided = $state(0);
  /** What has happened since, if it is still among the entries at hand. */
  readonly since: W.LogEntry[] = $derived(
    this.view ? this.view.log.filter((entry) => entry.at >= this.decided) : [],
  );

  readonly question = $derived(this.view?.question);
  readonly choices: Choice[] = $derived(this.question ? expand(this.question) : []);
  readonly placements = $derived(
    this.view && this.board ? new Placements(this.view.position, this.board) : undefined,
  );

  /** The next answer belongs to the one before it: a further step of a way that was drawn at once. */
  chained = false;
  /** So many of the last answers were one deed, and are taken back together. */
  private together = 1;

  private socket: WebSocket | undefined;
  private attempts = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private pinger: ReturnType<typeof setInterval> | undefined;
  private poller: ReturnType<typeof setInterval> | undefined;
  private closed = false;
  private previews = new Map<string, Promise<W.Preview>>();
  /** Answers whose chances have been seen on the page, or why they cannot be told. */
  private shown = new Set<string>();

  constructor(id: string, as?: Eyes) {
    this.id = id;
    this.watching = as === 'watch';
    if (typeof as === 'number') this.side = as;
  }

  /** With whose eyes the game is seen. */
  get eyes(): Eyes {
    return this.watching ? 'watch' : this.side;
  }

  /** Fetches everything and goes live. */
  async open(): Promise<void> {
    const [board, view] = await Promise.all([api.board(this.id, this.eyes), api.view(this.id, this.eyes)]);
    this.board = board;
    this.decided = view.log_length;
    this.take(view);
    void api.lessons(this.id).then(
      (lessons) => (this.lessons = lessons),
      () => (this.lessons = []),
    );
    this.connect();
  }

  /** Leaves the game. */
  close(): void {
    this.closed = true;
    this.pace.drop();
    clearTimeout(this.timer);
    clearInterval(this.pinger);
    clearInterval(this.poller);
    this.socket?.close();
  }

  /** Looks at the game as another side, for those who sit at both. Nothing of the old view stays on the page. */
  async sitAt(side: number): Promise<void> {
    this.pace.drop();
    this.view = undefined;
    this.news = [];
    this.picked = undefined;
    this.side = side;
    this.previews.clear();
    this.socket?.close();
    const [board, view] = await Promise.all([api.board(this.id, side), api.view(this.id, side)]);
    this.board = board;
    this.take(view);
    this.connect();
  }

  /** Reads everything again, in the language that is spoken now. */
  async reread(): Promise<void> {
    const old = this.socket;
    // What still comes in is in the other language.
    this.socket = undefined;
    old?.close();
    this.pace.drop();
    this.previews.clear();
    this.news = [];
    try {
      const [board, view, lessons] = await Promise.all([
        api.board(this.id, this.eyes),
        api.view(this.id, this.eyes),
        api.lessons(this.id),
      ]);
      this.board = board;
      this.lessons = lessons;
      this.take(view);
    } catch {
      // The socket brings the view when the server can be reached again.
    }
    if (this.behind !== undefined) return this.follow(this.behind);
    this.connect();
  }

  /** Looks at the game with a side's eyes, some time behind, or as an onlooker again. Such a view is asked for from time to time. */
  async follow(side: number | undefined): Promise<void> {
    clearTimeout(this.timer);
    clearInterval(this.pinger);
    clearInterval(this.poller);
    const before = this.socket;
    this.socket = undefined;
    before?.close();
    this.pace.drop();
    this.behind = side;
    this.news = [];
    if (side === undefined) {
      this.view = undefined;
      this.take(await api.view(this.id, this.eyes));
      this.connect();
      return;
    }
    const look = async () => {
      const view = await api.view(this.id, side);
      if (this.behind === side && !this.closed) this.take({ ...view, side: undefined });
    };
    try {
      await look();
    } catch (error) {
      await this.follow(undefined);
      throw error;
    }
    this.poller = setInterval(() => void look().catch(() => undefined), DELAYED_MS);
  }

  private connect(): void {
    if (this.closed) return;
    clearTimeout(this.timer);
    const socket = new WebSocket(api.live(this.id, this.eyes, this.view?.revision));
    this.socket = socket;
    socket.onmessage = (event) => {
      if (this.socket === socket) this.hear(JSON.parse(String(event.data)) as W.ServerMessage);
    };
    socket.onopen = () => {
      if (this.socket !== socket) return;
      this.connection = 'live';
      this.attempts = 0;
      clearInterval(this.pinger);
      this.pinger = setInterval(
        () => socket.readyState === WebSocket.OPEN && socket.send('{"t":"ping"}'),
        PING_MS,
      );
      if (this.sending) void this.send();
    };
    socket.onclose = () => {
      if (this.socket !== socket || this.closed) return;
      clearInterval(this.pinger);
      this.connection = 'lost';
      this.attempts += 1;
      this.timer = setTimeout(() => void this.again(), Math.min(LONGEST_WAIT_MS, 300 * 2 ** this.attempts));
    };
  }

  /** Connects again. A socket that is refused does not say why: so the view is asked for first, and who has lost their seat looks on. */
  private async again(): Promise<void> {
    if (this.side !== undefined) {
      const { side } = this;
      await api.view(this.id, side).catch((error: unknown) => {
        if (!(error instanceof Fault) || error.code !== 'not_yours' || this.side !== side) return;
        this.pace.drop();
        this.view = undefined;
        this.side = undefined;
      });
    }
    if (this.connection === 'lost') this.connect();
  }

  /** Tries again at once, when the browser says that the network is back. */
  wake(): void {
    if (this.connection === 'lost') this.connect();
  }

  private hear(message: W.ServerMessage): void {
    const view = this.view;
    switch (message.t) {
      case 'full':
        this.pace.drop();
        this.take(message.view);
        break;
      case 'change':
        this.pace.push(message.change);
        break;
      case 'chat':
        this.heard(message.message);
        break;
      case 'seats':
        if (view) this.view = { ...view, card: { ...view.card, seats: message.seats } };
        break;
      case 'clocks':
        if (view) this.view = { ...view, clocks: message.clocks };
        break;
      case 'error':
        this.problem = { text: message.error.message, rule: message.error.rule };
        break;
      default:
        break;
    }
  }

  /** Shows a change. */
  private see(change: W.Change): void {
    const { view } = this;
    if (!view || change.revision <= view.revision) return;
    const next = changed(view, change);
    if (next) this.take(next, change.log ?? []);
    else void this.refresh();
  }

  /** How long a change is looked at before the next. Onlookers are in no hurry. */
  private gap(change: W.Change, waiting: number): number {
    if (!change.log?.length || isStill() || document.hidden) return 0;
    const gap = GAP_MS[prefs.tempo];
    return this.side === undefined ? gap : hastened(gap, waiting);
  }

  /** The promise to which this page has contributed. */
  private given = '';

  /** Shows at once what has come in. */
  hurry(): void {
    this.pace.flush();
  }

  /** Takes a view over. What the player was about to answer stays, as long as the question is the same. */
  private take(view: W.GameView, news: W.LogEntry[] = []): void {
    const same = this.view?.question?.id === view.question?.id;
    this.view = view;
    if (view.card.status !== 'over')
      note(this.id, [view.commitment, ...view.dice.promises.map((promise) => promise.commitment)].join(' '));
    this.contribute(view);
    if (news.length > 0) this.news = news;
    if (this.side === undefined && view.side !== undefined) this.side = view.side;
    if (same) return;
    this.problem = undefined;
    this.previews.clear();
    this.shown.clear();
    this.advice = undefined;
    this.arm();
    this.picked = this.kept(view.question);
    if (this.sending && this.sending.question !== view.question?.id) this.sending = undefined;
  }

  /** Mixes something random into the dice as soon as the server has promised a seed, so that not even it can know what falls. */
  private contribute(view: W.GameView): void {
    const open = view.dice.promises.at(-1);
    if (!open || open.mixed) return;
    const [side] = view.card.mine;
    if (side === undefined || view.delayed !== undefined || view.card.status === 'over') return;
    if (this.given === open.commitment || view.card.mine.some((own) => open.contributions[own])) return;
    this.given = open.commitment;
    contribute(this.id, open.commitment, side).catch(() => (this.given = ''));
  }

  /** After one ending another one waits a moment, so that a second click or key for the first is not taken for it. */
  private arm(): void {
    this.armed = !this.ended;
    this.ended = false;
    this.deafen();
  }

  /** As long as the ending is deaf, every further click or key at it makes it wait anew: they were meant for the one before. */
  deafen(): void {
    clearTimeout(this.arming);
    if (!this.armed) this.arming = setTimeout(() => (this.armed = true), DEAF_MS);
  }

  /** Takes over a view that came with the answer to something else. */
  join(view: W.GameView): void {
    this.take(view);
  }

  /** Fetches the whole view again. */
  async refresh(): Promise<void> {
    const view = await api.view(this.id, this.eyes);
    this.pace.drop();
    this.take(view);
  }

  /** Picks an answer without giving it. */
  pick(choice: number | undefined): void {
    this.picked = choice;
    this.problem = undefined;
    const question = this.question;
    if (!question) return;
    try {
      sessionStorage.setItem(`thought ${this.id}`, JSON.stringify([this.side, question.id, choice]));
    } catch {
      // Without storage the thought lives as long as the page.
    }
  }

  /** What was picked for this question before the page was loaded again. */
  private kept(question: W.Question | undefined): number | undefined {
    if (!question) return undefined;
    try {
      const [side, id, choice] = JSON.parse(
        sessionStorage.getItem(`thought ${this.id}`) ?? '[]',
      ) as unknown[];
      if (side === this.side && id === question.id && typeof choice === 'number' && choice < question.count)
        return choice;
    } catch {
      // Nothing was kept.
    }
    return undefined;
  }

  /** Chooses an answer: gives it at once if that is wanted (see `Confirm`) or it is chosen already, else picks it. */
  async choose(choice: number, confirm: Confirm): Promise<void> {
    const question = this.question?.id;
    if (this.picked === choice || confirm === 'never') return this.answer(choice);
    this.pick(choice);
    const undo = this.view?.card.options.undo;
    if (confirm === 'always' || (undo !== 'free' && undo !== 'practice')) return;
    const preview = await this.preview(choice).catch(() => undefined);
    if (preview && certain(preview) && this.question?.id === question && this.picked === choice)
      await this.answer(choice);
  }

  /** Whether an answer may be given now: nothing is thrown whose chances have not been seen. If they have not, it is picked, and they are shown. */
  private async mayGive(question: W.Question, choice: number): Promise<boolean> {
    if (question.ending?.choice === choice && !this.armed) return false;
    // What fell on a real table has fallen.
    if (this.shown.has(`${question.id} ${choice}`) || question.fallen) return true;
    this.picked = choice;
    const preview = await this.preview(choice).catch(() => undefined);
    return (
      preview !== undefined && certain(preview) && this.question?.id === question.id && this.picked === choice
    );
  }

  /** The chances of an answer to a question have been seen on the page, or why they cannot be told. */
  show(question: number, choice: number): void {
    this.shown.add(`${question} ${choice}`);
  }

  /** Gives an answer. */
  async answer(choice: number): Promise<void> {
    const question = this.question;
    const { chained } = this;
    this.chained = false;
    if (!question || this.sending || !(await this.mayGive(question, choice)) || this.sending) return;
    this.ended = question.ending?.choice === choice;
    this.together = chained ? this.together + 1 : 1;
    this.hurry();
    this.picked = choice;
    this.sending = { question: question.id, choice };
    this.decided = this.view?.log_length ?? 0;
    await this.send();
  }

  private async send(): Promise<void> {
    const { sending } = this;
    if (!sending) return;
    try {
      const { revision } = await api.answer(this.id, { ...sending, side: this.side });
      this.problem = undefined;
      // Until the change is here the old question stands on the page, and must not be answered again.
      if (this.connection !== 'live' || (this.view && this.view.revision < revision))
        await this.catchUp(revision);
      if (this.sending === sending) this.sending = undefined;
    } catch (error) {
      this.answerFailed(error);
    }
  }

  /** The change usually comes over the socket before the answer's reply; if it does not come soon, it is fetched. */
  private async catchUp(revision: number): Promise<void> {
    await new Promise((done) => setTimeout(done, 250));
    if ((this.view?.revision ?? 0) < revision) await this.refresh().catch(() => undefined);
  }

  private answerFailed(error: unknown): void {
    const fault = error instanceof Fault ? error : new Fault('internal', String(error));
    if (fault.code === 'offline') {
      // It stays in `sending` and goes out again with the connection.
      this.connection = 'lost';
      return;
    }
    if (fault.code === 'unsure') {
      // It stays in `sending`, too, until the question is another one or the server knows that it was not stored.
      this.problem = { text: fault.message };
      setTimeout(
        () => !this.closed && this.sending && this.connection === 'live' && void this.send(),
        UNSURE_MS,
      );
      return;
    }
    this.sending = undefined;
    this.problem = { text: fault.message, rule: fault.rule };
    if (fault.code === 'stale' || fault.code === 'not_asked') void this.refresh().catch(() => undefined);
  }

  /** The chances of an answer; each is asked for once. */
  preview(choice: number): Promise<W.Preview> {
    const question = this.question?.id;
    const key = `${question} ${choice}`;
    const known = this.previews.get(key);
    if (known) return known;
    const asked = api.preview(this.id, { question, choice, side: this.side });
    this.previews.set(key, asked);
    asked.catch(() => this.previews.delete(key));
    return asked;
  }

  /** Takes the last deed back, with all the answers of a way that was drawn at once; or asks the other side whether the last answer may be. */
  async takeBack(): Promise<void> {
    const alone = this.view?.can_undo ?? false;
    const all = alone ? this.together : 1;
    this.together = 1;
    await this.attempt(() => api.undo(this.id, { back: 1, ask: !alone, side: this.side }));
    for (let back = 1; back < all; back++) {
      const more = api.undo(this.id, { back: 1, ask: false, side: this.side });
      // Where something was learnt on the way, it is taken back up to there.
      if (!(await more.then(Boolean, () => false))) break;
    }
  }

  /** Takes a chat message over, once. */
  heard(message: W.ChatMessage): void {
    const view = this.view;
    if (view && !view.chat.some((said) => said.id === message.id))
      this.view = { ...view, chat: [...view.chat, message] };
  }

  /** Keeps one's own notes. Whether they are kept. */
  keepNotes(notes: W.Notes): Promise<boolean> {
    return this.attempt(async () => {
      const kept = await api.notes(this.id, notes, this.eyes);
      if (this.view) this.view = { ...this.view, notes: kept };
    });
  }

  /** Does something with the server and shows its refusal, if it refuses. */
  async attempt(deed: () => Promise<unknown>): Promise<boolean> {
    try {
      await deed();
      return true;
    } catch (error) {
      const fault = error instanceof Fault ? error : new Fault('internal', String(error));
      this.problem = { text: fault.message, rule: fault.rule };
      return false;
    }
  }
}

// The game that is looked back at: where in it one is, with whose eyes, and whether it runs.

import { api, type Viewpoint, Fault } from './api';
import { Latest } from './latest';
import { moments, nextMoment, RUN, SPEEDS, unroll } from './replay';
import type * as W from './wire';

const PAGE = 500;

/** The eyes of whoever says nothing: one's own; after the end an onlooker's are both sides'. While two play at one screen neither sees more than
 * an onlooker here, for nobody lifts a curtain between them. */
function usual(view: W.GameView): Viewpoint {
  if (view.card.status !== 'over' && view.card.mine.length > 1) return 'watch';
  if (view.card.status === 'over' && view.side === undefined) return 'both';
  return view.side;
}

export class Replay {
  board: W.Board | undefined = $state.raw();
  view: W.GameView | undefined = $state.raw();
  index: W.ReplayIndex | undefined = $state.raw();
  log: W.LogEntry[] = $state.raw([]);
  fortune: W.Fortune | undefined = $state.raw();
  fortuneFailed = $state('');
  eyes: Viewpoint = $state();
  step = $state(0);
  playing = $state(false);
  speed = $state(2);
  /** The position that is shown, and the one before it. */
  position: W.Position | undefined = $state.raw();
  before: W.Position | undefined = $state.raw();
  /** The step is wanted, and its position is still on its way. */
  isWaiting = $state(false);

  readonly last = $derived(Math.max(0, (this.index?.steps.length ?? 1) - 1));
  readonly moments = $derived(this.index ? moments(this.index.steps) : [0]);

  private runs = new Map<number, Promise<W.Position[]>>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly looking = new Latest();
  private readonly going = new Latest();
  private readonly weighing = new Latest();
  private closed = false;

  constructor(readonly id: string) {}

  /** Fetches what does not depend on the eyes, and then the rest with the wanted ones. */
  async open(as: Viewpoint, step: number | undefined): Promise<void> {
    const view = await api.view(this.id, as === 'both' ? undefined : as);
    this.view = view;
    await this.look(as ?? usual(view), step);
  }

  /** Reads everything again, in the language that is spoken now. */
  async reread(): Promise<void> {
    const as = this.eyes;
    this.view = await api.view(this.id, as === 'both' ? undefined : as);
    await this.look(as);
  }

  close(): void {
    this.closed = true;
    for (const asking of [this.looking, this.going, this.weighing]) asking.drop();
    this.pause();
  }

  /** Looks with other eyes, at the same step: all games have the same steps for everybody. */
  async look(eyes: Viewpoint, step = this.step): Promise<void> {
    this.weighing.drop();
    const found = await this.looking.newest(() =>
      Promise.all([api.board(this.id, eyes), api.replay(this.id, eyes), this.entries(eyes)]),
    );
    if (!found) return;
    const [board, index, log] = found;
    this.board = board;
    this.eyes = eyes;
    this.runs.clear();
    this.index = index;
    this.log = log;
    this.fortune = undefined;
    this.position = undefined;
    await this.go(step);
  }

  private async entries(eyes: Viewpoint): Promise<W.LogEntry[]> {
    const first = await api.log(this.id, 0, PAGE, eyes);
    const froms: number[] = [];
    for (let from = PAGE; from < first.length; from += PAGE) froms.push(from);
    const rest = await Promise.all(froms.map((from) => api.log(this.id, from, from + PAGE, eyes)));
    return [first, ...rest].flatMap((page) => page.entries);
  }

  /** Weighs the dice, once for these eyes. */
  async weigh(): Promise<void> {
    if (this.fortune) return;
    try {
      this.fortune = await this.weighing.newest(() => api.fortune(this.id, this.eyes));
    } catch (error) {
      this.fortuneFailed = error instanceof Fault ? error.message : String(error);
    }
  }

  private run(first: number): Promise<W.Position[]> {
    const known = this.runs.get(first);
    if (known) return known;
    const run = api.replayRun(this.id, first, first + RUN, this.eyes).then(unroll);
    this.runs.set(first, run);
    run.catch(() => this.runs.delete(first));
    return run;
  }

  private async positionAt(step: number): Promise<W.Position | undefined> {
    const first = Math.floor(step / RUN) * RUN;
    const run = await this.run(first);
    return run[step - first];
  }

  /** Goes to a step. What is asked for later overtakes what is still on its way. */
  async go(step: number): Promise<void> {
    const wanted = Math.min(this.last, Math.max(0, Math.round(step)));
    const from = this.step;
    this.step = wanted;
    this.isWaiting = true;
    try {
      const back = nextMoment(this.moments, wanted, -1);
      const before = wanted === from + 1 ? from : back;
      const found = await this.going.newest(() =>
        Promise.all([this.positionAt(wanted), this.positionAt(before)]),
      );
      if (!found) return;
      [this.position, this.before] = found;
      this.isWaiting = false;
      // The next run is fetched before it is needed.
      if (wanted % RUN > RUN / 2 && wanted + RUN <= this.last + RUN)
        void this.positionAt(Math.min(this.last, wanted + RUN)).catch(() => undefined);
    } catch {
      this.pause();
    }
  }

  /** One moment on or back. */
  move(direction: 1 | -1): Promise<void> {
    return this.go(nextMoment(this.moments, this.step, direction));
  }

  play(): void {
    if (this.playing) return;
    this.playing = true;
    if (this.step >= this.last) this.step = 0;
    void this.tick();
  }

  pause(): void {
    this.playing = false;
    clearTimeout(this.timer);
  }

  toggle(): void {
    if (this.playing) this.pause();
    else this.play();
  }

  faster(direction: 1 | -1): void {
    const at = SPEEDS.indexOf(this.speed);
    this.speed = SPEEDS[Math.min(SPEEDS.length - 1, Math.max(0, at + direction))]!;
  }

  private async tick(): Promise<void> {
    if (!this.playing || this.closed) return;
    const began = Date.now();
    await this.move(1);
    if (this.step >= this.last) this.pause();
    if (!this.playing) return;
    this.timer = setTimeout(() => void this.tick(), Math.max(0, 1000 / this.speed - (Date.now() - began)));
  }
}

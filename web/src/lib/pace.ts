// Shows what comes in one thing after the other, so that the other side's doings can be followed.

/** How the other side's moves are shown: calmly, briskly, or all at once. */
export type Tempo = 'calm' | 'brisk' | 'once';

/** How long something that was told stays alone on the page. */
export const GAP_MS: Record<Tempo, number> = { calm: 1000, brisk: 350, once: 0 };

/** Where more than so many things wait they are shown faster, so that a player does not wait for a whole turn. */
const MANY = 8;

/** How long a thing stays alone while so many wait behind it. */
export function hastened(gap: number, waiting: number): number {
  return gap / Math.max(1, waiting / MANY);
}

/** Things in the order in which they came. The first is shown at once, each other as long after the one before as that one wants. */
export class Pace<T> {
  private queue: T[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly show: (thing: T) => void;
  private readonly gap: (thing: T, waiting: number) => number;
  private readonly onwaiting: (waiting: number) => void;

  /** `gap` says for how many milliseconds a thing that was shown is looked at while so many wait; `onwaiting` is told how many things wait, when that changes. */
  constructor(
    show: (thing: T) => void,
    gap: (thing: T, waiting: number) => number,
    onwaiting: (waiting: number) => void,
  ) {
    this.show = show;
    this.gap = gap;
    this.onwaiting = onwaiting;
  }

  /** Takes a thing. */
  push(thing: T): void {
    this.queue.push(thing);
    if (this.timer === undefined) this.next();
    else this.onwaiting(this.queue.length);
  }

  /** Shows at once all that waits. */
  flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    for (const thing of this.queue.splice(0)) this.show(thing);
    this.onwaiting(0);
  }

  /** Drops what waits: something newer has taken its place. */
  drop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.queue = [];
    this.onwaiting(0);
  }

  private next(): void {
    this.timer = undefined;
    for (let thing = this.queue.shift(); thing !== undefined; thing = this.queue.shift()) {
      this.show(thing);
      const gap = this.gap(thing, this.queue.length);
      if (gap > 0) {
        this.timer = setTimeout(() => this.next(), gap);
        break;
      }
    }
    this.onwaiting(this.queue.length);
  }
}

// The newest of several requests: what an older one brings comes too late and is dropped, and so is what nobody waits for any more.

export interface Fetching<T> {
  /** What is done with what comes in time. */
  take: (value: T) => void;
  /** What is done when it fails in time; nothing if absent. */
  fail?: (error: unknown) => void;
  /** What is done with what comes too late; nothing if absent. */
  late?: (value: T) => void;
  /** How long to wait before asking: what is wanted only in passing is never asked for. At once if absent. */
  afterMs?: number;
}

export class Latest {
  private round = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Asks for something, instead of whatever was asked for before. Gives back `drop`, so that an effect can end with it. */
  ask<T>(get: () => Promise<T>, { take, fail, late, afterMs }: Fetching<T>): () => void {
    this.drop();
    const { round } = this;
    const isLate = () => round !== this.round;
    const fetch = () =>
      void get().then(
        (value) => (isLate() ? late?.(value) : take(value)),
        (error: unknown) => (isLate() ? undefined : fail?.(error)),
      );
    if (afterMs === undefined) fetch();
    else this.timer = setTimeout(fetch, afterMs);
    return () => {
      if (!isLate()) this.drop();
    };
  }

  /** The same to be awaited: nothing comes back where it comes, or fails, too late. */
  async newest<T>(get: () => Promise<T>): Promise<T | undefined> {
    this.drop();
    const { round } = this;
    const isLate = () => round !== this.round;
    try {
      const value = await get();
      return isLate() ? undefined : value;
    } catch (error) {
      if (isLate()) return undefined;
      throw error;
    }
  }

  /** Wants nothing any more. */
  drop(): void {
    this.round += 1;
    clearTimeout(this.timer);
  }
}

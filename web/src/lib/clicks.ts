// Single clicks, as against the second and third of a row: those were not meant for what stands there by then.

/** So soon after a click, and so near, another one belongs to it. */
const ROW_MS = 400;
const NEAR = 12;

/** A place on the screen, and when. */
export interface Clicked {
  clientX: number;
  clientY: number;
  timeStamp: number;
}

export class Clicks {
  private last: Clicked | undefined;

  /** Whether a click begins a row; whoever goes on clicking goes on with the row. */
  first({ clientX, clientY, timeStamp }: Clicked): boolean {
    const { last } = this;
    this.last = { clientX, clientY, timeStamp };
    return (
      last === undefined ||
      timeStamp - last.timeStamp > ROW_MS ||
      Math.hypot(clientX - last.clientX, clientY - last.clientY) > NEAR
    );
  }
}

// Whether a list that grows at its foot is followed. Only the reader decides that: what grows or shrinks by itself does not.

/** The measures of a box that scrolls. */
export interface Scrolled {
  scrollTop: number;
  clientHeight: number;
  scrollHeight: number;
}

/** So near to the foot counts as being there. */
const NEAR = 30;
/** Less than this is no wish to go up. */
const STIR = 4;

export class Follower {
  follows = true;
  private last: Scrolled = { scrollTop: 0, clientHeight: 0, scrollHeight: 0 };

  /** The box was scrolled, by whom or what ever. Whether it is followed. */
  scrolled(box: Scrolled): boolean {
    const { last } = this;
    if (box.scrollTop + box.clientHeight > box.scrollHeight - NEAR) this.follows = true;
    // Where its room has changed meanwhile, the browser may have scrolled it, or the page before.
    else if (box.scrollTop < last.scrollTop - STIR && box.clientHeight === last.clientHeight)
      this.follows = false;
    this.note(box);
    return this.follows;
  }

  /** The page has scrolled the box by itself: that is nobody's wish. */
  note({ scrollTop, clientHeight, scrollHeight }: Scrolled): void {
    this.last = { scrollTop, clientHeight, scrollHeight };
  }
}

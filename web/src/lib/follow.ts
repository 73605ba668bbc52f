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
  private top = 0;

  /** The box was scrolled, by whom or what ever. Whether it is followed. */
  scrolled(box: Scrolled): boolean {
    if (box.scrollTop + box.clientHeight > box.scrollHeight - NEAR) this.follows = true;
    else if (box.scrollTop < this.top - STIR) this.follows = false;
    this.top = box.scrollTop;
    return this.follows;
  }
}

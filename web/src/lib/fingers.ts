// Mouse and fingers on the map: what is a click, a long press, a drag, a pinch. Points are those of the screen.

import type { Pt } from './camera';

const HOLD_MS = 550;
/** So far a finger may slip and still click. */
const SLIP = 7;
/** Fingers nearer to each other than this do not say how far to zoom. */
const LEAST_GAP = 20;

/** What moves with the fingers. */
export interface Moved {
  stir(): void;
  pan(dx: number, dy: number): void;
  zoomBy(factor: number, at: Pt): void;
}

export class Fingers {
  private readonly down = new Map<number, Pt>();
  private travelled = 0;
  private held = false;
  /** What is under the finger goes with it, instead of the map. */
  private carries = false;
  private pressed: ReturnType<typeof setTimeout> | undefined;
  private readonly moved: Moved;
  private readonly onhold: (at: Pt) => void;

  /** `onhold` is told where a finger (not a mouse) rests for long. */
  constructor(moved: Moved, onhold: (at: Pt) => void) {
    this.moved = moved;
    this.onhold = onhold;
  }

  /** A finger comes down; with `carries`, on something that it can take along. */
  press(id: number, at: Pt, isMouse: boolean, carries = false): void {
    this.down.set(id, at);
    this.travelled = 0;
    this.held = false;
    this.carries = carries && this.down.size === 1;
    clearTimeout(this.pressed);
    if (isMouse || this.down.size > 1) return;
    this.pressed = setTimeout(() => {
      this.held = true;
      this.onhold(at);
    }, HOLD_MS);
  }

  /** A finger, or a mouse with no button down, goes somewhere: whether it hovers, rests in its place, drags the map, or
   * carries what it came down on. */
  move(id: number, now: Pt): 'hover' | 'rest' | 'drag' | 'carry' {
    const before = this.down.get(id);
    if (!before) return 'hover';
    this.travelled += Math.hypot(now.x - before.x, now.y - before.y);
    if (this.travelled < SLIP) return 'rest';
    clearTimeout(this.pressed);
    if (this.carries) return 'carry';
    this.moved.stir();
    if (this.down.size === 1) this.moved.pan(now.x - before.x, now.y - before.y);
    else if (this.down.size === 2) this.pinch(id, before, now);
    this.down.set(id, now);
    return 'drag';
  }

  private pinch(id: number, before: Pt, now: Pt): void {
    const other = [...this.down].find(([finger]) => finger !== id)?.[1];
    if (!other) return;
    const gap = (p: Pt) => Math.max(LEAST_GAP, Math.hypot(p.x - other.x, p.y - other.y));
    this.moved.zoomBy(gap(now) / gap(before), { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 });
    this.moved.pan((now.x - before.x) / 2, (now.y - before.y) / 2);
  }

  /** A finger goes up, or is lost. Whether that was a click. */
  lift(id: number, isLost = false): boolean {
    clearTimeout(this.pressed);
    return this.down.delete(id) && this.travelled < SLIP && !this.held && !isLost;
  }
}

// Where something stands beside a place on the screen, so that it hides as little as can be of what is needed.

import type { Pt } from './camera';

export interface Box {
  w: number;
  h: number;
}

/** The least distance from the edges of the screen. */
const EDGE = 8;

/** The left upper corner of a box beside a place: above it, below it, or to a side; where it hides fewest of some points, each so large, and wholly on the
 * screen as far as that has room. The place itself is hidden least gladly. */
export function beside(at: Pt, off: number, box: Box, screen: Box, needed: readonly Pt[], size: number): Pt {
  const within = (value: number, room: number, length: number) =>
    Math.max(EDGE, Math.min(value, room - length - EDGE));
  const kept = ({ x, y }: Pt) => ({ x: within(x, screen.w, box.w), y: within(y, screen.h, box.h) });
  const middle = { x: at.x - box.w / 2, y: at.y - box.h / 2 };
  const corners = { x: EDGE, y: EDGE, right: screen.w - box.w - EDGE, bottom: screen.h - box.h - EDGE };
  const places = [
    { x: middle.x, y: at.y - off - box.h },
    { x: middle.x, y: at.y + off },
    { x: at.x - off - box.w, y: middle.y },
    { x: at.x + off, y: middle.y },
    { x: corners.x, y: corners.y },
    { x: corners.right, y: corners.y },
    { x: corners.x, y: corners.bottom },
    { x: corners.right, y: corners.bottom },
  ].map(kept);
  const hides = (corner: Pt, p: Pt) =>
    p.x > corner.x - size &&
    p.x < corner.x + box.w + size &&
    p.y > corner.y - size &&
    p.y < corner.y + box.h + size;
  const hidden = (corner: Pt) =>
    needed.filter((p) => hides(corner, p)).length + (hides(corner, at) ? needed.length + 1 : 0);
  return places.reduce((best, place) => (hidden(place) < hidden(best) ? place : best));
}

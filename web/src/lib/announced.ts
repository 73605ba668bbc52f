// Attacks that are announced and still to be fought, as they are drawn on the map.

import type { Pt } from './camera';
import type { Ground } from './ground';
import type * as W from './wire';

export interface DrawnAttack {
  key: string;
  side: number;
  /** The points of the way so far; none where it has not moved since it was announced. */
  way: string | undefined;
  /** An arrow, as a path, to each hex that is aimed at. */
  arrows: string[];
}

/** Length of the two strokes of an arrow's head, and how far an arrow stays away from the middles of its hexes. */
const HEAD = 15;
const FROM = 0.26;
const TO = 0.8;

/** An arrow from one place toward another: where they are far apart, too, it begins and ends between them. */
function arrow(from: Pt, to: Pt): string {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy);
  if (length === 0) return '';
  const [ux, uy] = [dx / length, dy / length];
  const round = (value: number) => Math.round(value * 10) / 10;
  const at = (part: number) => ({ x: from.x + dx * part, y: from.y + dy * part });
  const [a, b] = [at(FROM), at(TO)];
  const left = { x: b.x - (ux + uy * 0.7) * HEAD, y: b.y - (uy - ux * 0.7) * HEAD };
  const right = { x: b.x - (ux - uy * 0.7) * HEAD, y: b.y - (uy + ux * 0.7) * HEAD };
  const point = (p: Pt) => `${round(p.x)} ${round(p.y)}`;
  return `M${point(a)}L${point(b)}M${point(left)}L${point(b)}L${point(right)}`;
}

/** The announced attacks of a position, each with its way and its arrows. */
export function attacksOn(position: W.Position, ground: Pick<Ground, 'centre'>): DrawnAttack[] {
  return (position.announced ?? []).map(({ side, by, way, at }) => {
    const centres = way.map((hex) => ground.centre(hex));
    const here = centres.at(-1);
    return {
      key: `${by} ${way.join(' ')} ${at.join(' ')}`,
      side,
      way: centres.length > 1 ? centres.map(({ x, y }) => `${x},${y}`).join(' ') : undefined,
      arrows: here ? at.map((hex) => arrow(here, ground.centre(hex))).filter(Boolean) : [],
    };
  });
}

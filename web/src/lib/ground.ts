// What the page must know of the table that a battle stands on. Places are numbered as the server numbers them; that they are hexes, and
// where they lie, is known behind this interface only.

import type { Box, Pt } from './camera';
import { HexGround } from './hexground';
import type * as W from './wire';

/** An arrow key's direction. */
export type Step = 'up' | 'down' | 'left' | 'right';

export interface Ground {
  /** The map's name. */
  readonly name: string;
  /** The rectangle of the sheet that the map fills. */
  readonly panel: Box;
  /** The middle of a place on the sheet. */
  centre(place: number): Pt;
  /** The outline of a place as the points of an SVG polygon, `inset` inside of it. */
  outline(place: number, inset?: number): string;
  /** The place under a point of the sheet; none beyond the map's edge. */
  at(point: Pt): number | undefined;
  /** The place one step away with an arrow key; none beyond the map's edge. */
  step(place: number, step: Step): number | undefined;
  /** What is printed in a place. */
  label(place: number): string;
  /** What lies in front of something that stands in a place and looks somewhere (degrees clockwise from the north), as the points of an SVG
   * polygon. */
  front(place: number, degrees: number): string;
}

/** The middle of some places. */
export function middleOf(ground: Ground, places: number[]): Pt {
  const all = places.map((place) => ground.centre(place));
  const mean = (values: number[]) =>
    values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  return { x: mean(all.map((p) => p.x)), y: mean(all.map((p) => p.y)) };
}

const known = new WeakMap<W.GroundData, Ground>();

/** The ground of a board. */
export function groundOf(board: Pick<W.Board, 'ground'>): Ground {
  const ground = known.get(board.ground) ?? new HexGround(board.ground);
  known.set(board.ground, ground);
  return ground;
}

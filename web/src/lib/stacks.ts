// Where counters lie on the sheet: stacks a little fanned, the one that is looked at spread out above its place.

import type { Pt } from './camera';
import type { Pointer, Placements } from './choices';
import { middleOf, type Ground } from './ground';
import { cardOf } from './speech';
import type * as W from './wire';

/** A counter as it is drawn. */
export interface Drawn {
  counter: W.Counter;
  card: W.CounterData;
  x: number;
  y: number;
  scale: number;
  stripe: string | undefined;
  /** The middles of its places, where it lies on several. */
  band?: Pt[];
}

/** A counter that is shown as it would face. */
export interface Pose {
  id: Pointer;
  facing: number;
}

type Face = Pick<Drawn, 'counter' | 'card' | 'stripe'>;

/** How far above its place (below it, at the map's upper edge) a stack is spread out. */
export const FAN_LIFT = 124;
const FAN_STEP = 76;

/** The colour of the stripe that a counter's formation has. */
export function stripeOf(card: W.CounterData, board: W.Board): string | undefined {
  return card.formation === undefined || card.formation === null
    ? undefined
    : board.formations[card.formation]?.stripe;
}

function faceOf(counter: W.Counter, board: W.Board, pose: Pose | undefined): Face | undefined {
  const card = cardOf(counter.id, board);
  if (!card) return undefined;
  return {
    counter: pose?.id === counter.id ? { ...counter, facing: pose.facing } : counter,
    card,
    stripe: stripeOf(card, board),
  };
}

/** All counters on the map, from north to south, each stack from below. Tall stacks are fanned less, so that they stay with their place. */
export function stacked(placements: Placements, ground: Ground, board: W.Board, pose?: Pose): Drawn[] {
  const all: Drawn[] = [];
  for (const place of [...placements.byHex.keys()].sort((a, b) => a - b)) {
    // What lies on several places is drawn once, in the middle of them.
    const stack = placements
      .at(place)
      .filter((counter) => counter.at[0] === place)
      .reverse();
    const shrink = Math.min(1, 3 / Math.max(1, stack.length - 1));
    stack.forEach((counter, i) => {
      const k = (i - (stack.length - 1) / 2) * shrink;
      const face = faceOf(counter, board, pose);
      const middle = middleOf(ground, counter.at);
      const band = counter.at.length > 1 ? { band: counter.at.map((own) => ground.centre(own)) } : undefined;
      if (face) all.push({ ...face, ...band, x: middle.x + 8.5 * k, y: middle.y - 8 * k, scale: 1.06 });
    });
  }
  return all;
}

/** A stack spread out, over everything else. */
export interface Spread {
  at: Pt;
  /** How far below its place it lies. */
  lift: number;
  width: number;
  counters: Drawn[];
}

/** The stack of a place spread out; none where there is nothing to spread. */
export function spread(
  place: number,
  lift: number,
  placements: Placements,
  ground: Ground,
  board: W.Board,
  pose?: Pose,
): Spread | undefined {
  const stack = [...placements.at(place)].reverse();
  if (stack.length < 2) return undefined;
  const at = ground.centre(place);
  const counters = stack.flatMap((counter, i) => {
    const face = faceOf(counter, board, pose);
    return face
      ? [{ ...face, x: at.x + FAN_STEP * (i - (stack.length - 1) / 2), y: at.y + lift, scale: 1.05 }]
      : [];
  });
  return { at, lift, width: stack.length * FAN_STEP + 12, counters };
}

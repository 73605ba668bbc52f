// Which way a unit looks where it ends its move, as long as nobody says otherwise: toward the enemy, else along its way.

import { firstOf, kindOf, numberOf, sideOf, type Choice, type Placements, type Pointer } from './choices';
import { degreesOf } from './declared';
import type { Ground } from './ground';
import type * as W from './wire';

/** An enemy farther away than this, in the units of the sheet, turns nobody's head. */
const FAR = 900;
/** So much farther than the nearest enemy another one may be to be looked at too. */
const BESIDE = 50;

/** Whether a move can be ended by a facing and by nothing else: then the facing belongs to the move. */
export function isHalt(question: W.Question, choices: Choice[]): boolean {
  const alone = choices.every(({ points }) => points.length === 1 && 'hd'.includes(kindOf(points[0]!)));
  return (
    question.ending === undefined &&
    firstOf(question.about, 'ul') !== undefined &&
    alone &&
    choices.some(({ points }) => firstOf(points, 'd'))
  );
}

/** Degrees clockwise from the north. */
function degrees(dx: number, dy: number): number {
  return ((Math.atan2(dx, -dy) * 180) / Math.PI + 360) % 360;
}

/** How far two directions lie apart, in degrees. */
function apart(a: number, b: number): number {
  const off = Math.abs(a - b) % 360;
  return Math.min(off, 360 - off);
}

/** Where somebody looks who comes to a place from another one: the middle of the nearest enemies, else on along the way; nothing if they
 * neither come from elsewhere nor see anybody. */
export function outlook(
  who: Pointer,
  place: number,
  from: number | undefined,
  placements: Placements,
  ground: Ground,
  board: W.Board,
): number | undefined {
  const at = ground.centre(place);
  const side = sideOf(who, board);
  const enemies = [...placements.byHex]
    .filter(([hex, [top]]) => hex !== place && top && sideOf(top.id, board) !== side)
    .map(([hex]) => {
      const there = ground.centre(hex);
      return { dx: there.x - at.x, dy: there.y - at.y, far: Math.hypot(there.x - at.x, there.y - at.y) };
    });
  const nearest = Math.min(...enemies.map(({ far }) => far));
  const seen = enemies.filter(({ far }) => far <= Math.min(nearest + BESIDE, FAR));
  const [x, y] = [
    seen.reduce((all, { dx, far }) => all + dx / far, 0),
    seen.reduce((all, { dy, far }) => all + dy / far, 0),
  ];
  if (Math.hypot(x, y) > 0.3) return degrees(x, y);
  if (from === undefined || from === place) return undefined;
  const before = ground.centre(from);
  return degrees(at.x - before.x, at.y - before.y);
}

/** The facing that looks nearest to a direction. */
export function facingTo(look: number, facings: number[], board: W.Board): number | undefined {
  const off = (facing: number) => apart(degreesOf(facing, board), look);
  return facings.reduce<number | undefined>(
    (best, facing) => (best === undefined || off(facing) < off(best) - 0.01 ? facing : best),
    undefined,
  );
}

/** The answer of a halt that looks nearest to a direction. */
export function haltTo(look: number, choices: Choice[], board: W.Board): Choice | undefined {
  const halts = choices.filter(({ points }) => firstOf(points, 'd'));
  const facing = facingTo(
    look,
    halts.map(({ points }) => numberOf(firstOf(points, 'd')!)),
    board,
  );
  return halts.find(({ points }) => firstOf(points, 'd') === `d${facing}`);
}

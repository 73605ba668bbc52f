// What a screen reader says of hexes and counters.

import { groundOf } from './ground';
import { kindOf, numberOf, type Placements, type Target } from './choices';
import { badgesOf, facingName, unusual } from './declared';
import { t } from './words';
import type * as W from './wire';

/** The fixed part of a counter. */
export function cardOf(id: string, board: W.Board): W.CounterData | undefined {
  return kindOf(id) === 'u' ? board.units[numberOf(id)] : board.leaders[numberOf(id)];
}

/** A counter in a sentence. */
export function describeCounter(counter: W.Counter, board: W.Board): string {
  const card = cardOf(counter.id, board);
  if (!card) return '';
  const parts = [`${board.sides[card.side]?.name ?? ''} ${card.name}`, card.kind];
  if (counter.strength) parts.push(t('speech.strength', { n: counter.strength }));
  if (counter.ratings) parts.push(counter.ratings);
  if (counter.facing !== undefined) parts.push(t('speech.facing', { d: facingName(counter.facing, board) }));
  parts.push(unusual(counter, board), ...badgesOf(counter, board).map((badge) => badge.label));
  return parts.filter(Boolean).join(', ');
}

/** The ground of a hex in a sentence or two. */
export function describeGround(hex: number, board: W.Board, position: W.Position): string {
  const ground = board.ground;
  const place = ground.places.find((p) => p.hex === hex)?.name;
  const kind = ground.kinds[ground.terrain[hex] ?? 0]?.label ?? '';
  const level = ground.levels[hex] ?? 0;
  const where = [groundOf(board).label(hex), place, kind, level ? t('speech.level', { n: level }) : '']
    .filter(Boolean)
    .join(', ');
  const objective = board.objectives.findIndex((o) => o.hex === hex);
  if (objective < 0) return where;
  const holder = position.holders[objective];
  const name =
    holder === undefined || holder === null ? t('speech.nobody') : (board.sides[holder]?.name ?? '');
  return `${where}. ${t('speech.objective', { points: board.objectives[objective]!.points, name })}`;
}

/** A hex in a sentence or two: where it is, what is there, and what can be done with it now. */
export function describeHex(
  hex: number,
  board: W.Board,
  position: W.Position,
  placements: Placements,
  target?: Target,
  cost?: string,
  note?: string,
): string {
  const said = [describeGround(hex, board, position)];
  for (const counter of placements.at(hex)) said.push(describeCounter(counter, board));
  if (placements.at(hex).length === 0) said.push(t('speech.empty'));
  if (target)
    said.push(
      cost
        ? t('speech.targetCost', { n: target.choices.length, cost })
        : t('speech.target', { n: target.choices.length }),
    );
  if (note) said.push(t('speech.note', { note }));
  return said.join('. ');
}

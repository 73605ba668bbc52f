// Changes of a view, applied to what the page holds.

import type { Change, GameView, Patch, Position } from './wire';

/** A position with a patch applied. The old one is left as it is. */
export function patched(position: Position, patch: Patch): Position {
  const replace = <T>(old: T[], fresh: T[] | undefined, key: (thing: T) => string | number): T[] => {
    if (!fresh || fresh.length === 0) return old;
    const left = new Map(fresh.map((thing) => [key(thing), thing]));
    const kept = old.map((thing) => {
      const now = left.get(key(thing));
      left.delete(key(thing));
      return now ?? thing;
    });
    return [...kept, ...left.values()];
  };
  const announced = patch.announced ?? position.announced;
  const gone = new Set(patch.groups_gone ?? []);
  return {
    clock: patch.clock ?? position.clock,
    counters: replace(position.counters, patch.counters, (c) => c.id),
    markers: replace(position.markers, patch.markers, (m) => m.marker),
    formations: replace(position.formations, patch.formations, (f) => f.formation),
    groups: replace(position.groups, patch.groups, (g) => g.group).filter((g) => !gone.has(g.group)),
    holders: patch.holders ?? position.holders,
    half_points: patch.half_points ?? position.half_points,
    losses: patch.losses ?? position.losses,
    ...(announced && { announced }),
  };
}

/** A view after a change; nothing if the change belongs to another revision, so that the whole view must be fetched. */
export function changed(view: GameView, change: Change): GameView | undefined {
  if (view.revision !== change.from) return undefined;
  const cut = change.log_cut;
  const log = cut === undefined ? view.log : view.log.filter((entry) => entry.at < cut);
  const position = change.patch ? patched(view.position, change.patch) : view.position;
  const over = change.outcome !== undefined;
  return {
    ...view,
    revision: change.revision,
    position,
    log: change.log ? [...log, ...change.log] : log,
    log_length: change.log_length,
    question: change.asked ? change.question : view.question,
    clocks: change.clocks ?? view.clocks,
    dice: change.dice ?? view.dice,
    undo: change.undo,
    can_undo: change.can_undo ?? false,
    card: {
      ...view.card,
      waiting: change.waiting,
      my_turn: change.waiting.some((side) => view.card.mine.includes(side)),
      turn: position.clock.turn,
      status: over ? 'over' : view.card.status,
      outcome: change.outcome ?? view.card.outcome,
    },
  };
}

// What a board declares: states, badges, overlays and the like, looked up by their ids.

import type * as W from './wire';

/** One of several things with ids; none where the board does not know it. */
export function byId<T extends { id: string }>(all: readonly T[], id: string | undefined): T | undefined {
  return all.find((one) => one.id === id);
}

/** What something is called; its id where the board does not know it. */
export function labelOf(all: readonly W.NamedItem[], id: string): string {
  return byId(all, id)?.label ?? id;
}

export function stateOf(counter: Pick<W.Counter, 'state'>, board: W.Board): W.StateData | undefined {
  return byId(board.states, counter.state);
}

/** A counter's state in words; nothing where it goes without saying. */
export function unusual(counter: Pick<W.Counter, 'state'>, board: W.Board): string {
  const state = stateOf(counter, board);
  return state?.fitness === 'steady' ? '' : (state?.label ?? counter.state);
}

/** The badges of a counter, in the board's order. */
export function badgesOf(counter: Pick<W.Counter, 'badges'>, board: W.Board): W.BadgeData[] {
  return board.badges.filter((badge) => counter.badges?.includes(badge.id));
}

/** Whether a counter counts for nothing any more. */
export function isLost(counter: Pick<W.Counter, 'state'>, board: W.Board): boolean {
  return stateOf(counter, board)?.fitness === 'lost';
}

/** The phase of a game turn, with its step. */
export function phaseOf({ phase, step }: W.ClockData, board: W.Board): string {
  const name = labelOf(board.phases, phase);
  return step === undefined ? name : `${name}: ${labelOf(board.steps, step)}`;
}

/** Degrees clockwise from the north in which a facing looks. */
export function degreesOf(facing: number, board: Pick<W.Board, 'facings'>): number {
  return board.facings[facing]?.degrees ?? 0;
}

export function facingName(facing: number, board: Pick<W.Board, 'facings'>): string {
  return board.facings[facing]?.name ?? '';
}

/** The figures of a counter's face in a line. */
export function figuresOf(card: W.CounterData): string {
  return card.figures.map(({ name, value }) => `${name} ${value}`).join(', ');
}

/** The figures that a counter shows now, each with its name: the first, then the ratings, where they are those of one of its two faces. What is
 * no such figure stands as it is shown. */
export function figuresNow(now: Pick<W.Counter, 'strength' | 'ratings'>, card: W.CounterData): string[] {
  const [first] = card.figures;
  const face = [card.figures, card.reverse]
    .map((figures) => figures.slice(1))
    .find((others) => others.length > 0 && others.map(({ value }) => value).join('-') === now.ratings);
  const strength = first && now.strength ? `${first.name} ${now.strength}` : now.strength;
  return [strength, ...(face ? face.map(({ name, value }) => `${name} ${value}`) : [now.ratings])];
}

/** What is drawn on a counter as it is now. */
export type Face = Pick<W.Counter, 'facing' | 'strength' | 'ratings' | 'state' | 'badges'>;

/** What can be seen on a counter: each state that looks unlike the usual one, and each badge with a sign, with a face that shows it. */
export function showing(board: W.Board): { id: string; label: string; now: Face }[] {
  const usual = board.states.find(({ fitness }) => fitness === 'steady')?.id ?? '';
  const figures = board.units[0]?.figures ?? [];
  const ratings = figures.slice(1).map(({ value }) => value);
  const face = { strength: figures[0]?.value ?? '', ratings: ratings.join('-') };
  const states = board.states.filter(({ look }) => look !== 'plain');
  const badges = board.badges.filter(({ sign }) => sign !== undefined);
  return [
    ...states.map(({ id, label }) => ({ id: `state ${id}`, label, now: { ...face, state: id } })),
    ...badges.map(({ id, label }) => ({
      id: `badge ${id}`,
      label,
      now: { ...face, state: usual, badges: [id] },
    })),
  ];
}

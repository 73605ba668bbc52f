// What a board declares: states, badges, overlays and the like, looked up by their ids.

import { t } from './words';
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

type Figures = readonly W.FigureData[];
type Shown = Pick<W.Counter, 'strength' | 'ratings'>;

/** The figures of a counter's face in a line. */
function inLine(figures: Figures): string {
  return figures.map(({ name, value }) => `${name} ${value}`).join(', ');
}

/** The first figure as it is now, of how many where some are lost; nothing where it has none. */
function strengthNow({ strength }: Shown, first: W.FigureData | undefined): string {
  if (!first || !strength) return strength;
  const fewer = strength !== first.value && Number.isFinite(Number(first.value));
  return `${first.name} ${fewer ? t('figures.of', { now: strength, all: first.value }) : strength}`;
}

/** What both faces of a counter say, a line each, the first figure as it is now. A back that is not known is a question mark. */
export function figuresOf(card: W.CounterData, now: Shown): string[] {
  const [first, ...others] = card.figures;
  const front = [strengthNow(now, first), inLine(others)].filter(Boolean).join(', ');
  const back = card.reverse.length > 0 ? inLine(card.reverse) : now.ratings === '?' ? '?' : '';
  return [front, back && t('pair', { a: t('figures.back'), b: back })].filter(Boolean);
}

/** The figures of one face that stand beside each other as a counter shows them. */
function runOf(values: string[], figures: Figures): Figures | undefined {
  const starts = figures.map((_, at) => figures.slice(at, at + values.length));
  return starts.find(
    (run) => run.length === values.length && run.every(({ value }, i) => value === values[i]),
  );
}

/** The figures that a counter shows now, each with its name: the first, then the ratings, where they are figures of one of its two faces. What is
 * no such figure stands as it is shown. */
export function figuresNow(now: Shown, card: W.CounterData): string[] {
  const [first, ...others] = card.figures;
  const written = [now.ratings.split('-'), now.ratings.split(' · ')];
  const runs = written.flatMap((values) => [others, card.reverse].map((figures) => runOf(values, figures)));
  const face = runs.find((run) => run !== undefined);
  return [
    strengthNow(now, first),
    ...(face ? face.map(({ name, value }) => `${name} ${value}`) : [now.ratings]),
  ];
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

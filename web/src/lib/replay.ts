// A finished game as it is looked back at: steps, positions, series for plots, the value of throws. Plain values, without a browser.

import type { Viewpoint } from './api';
import { numberOf } from './choices';
import { patched } from './patch';
import type { Counter, FortuneThrow, Position, ReplayIndex, ReplayRun, ReplayStep } from './wire';

/** How many steps are fetched at once. */
export const RUN = 100;

/** Steps a second, from slow to fast. */
export const SPEEDS = [0.5, 1, 2, 4, 8, 16, 32];

/** All positions of a run, the first included. */
export function unroll(run: ReplayRun): Position[] {
  const all = [run.position];
  for (const patch of run.patches) all.push(patched(all[all.length - 1]!, patch));
  return all;
}

/** The steps at which there is something to see: something was told, or an answer is known. The start and the end are among them. */
export function moments(steps: ReplayStep[]): number[] {
  const found: number[] = [];
  steps.forEach((step, at) => {
    const told = step.log > (steps[at - 1]?.log ?? 0);
    if (at === 0 || at === steps.length - 1 || told || step.answers?.length) found.push(at);
  });
  return found;
}

/** The answers of a step, those of a side that follow one another together. */
export function answersOf(step: ReplayStep | undefined): { side: number; label: string }[] {
  const groups: { side: number; label: string }[] = [];
  for (const { side, label } of step?.answers ?? []) {
    const last = groups.at(-1);
    if (last && last.side === side) last.label += `, ${label}`;
    else groups.push({ side, label });
  }
  return groups;
}

/** The moment after (or before) a step; the step itself, if there is none. */
export function nextMoment(all: number[], step: number, direction: 1 | -1): number {
  return (direction > 0 ? all.find((at) => at > step) : all.findLast((at) => at < step)) ?? step;
}

/** The first step of each game turn, in order. */
export function turnStarts(steps: ReplayStep[]): { turn: number; step: number }[] {
  const starts: { turn: number; step: number }[] = [];
  steps.forEach(({ turn }, step) => {
    if (turn !== starts.at(-1)?.turn) starts.push({ turn, step });
  });
  return starts;
}

/** The first step of the next or the last turn; in the midst of a turn, back means its own beginning. */
export function nextTurn(steps: ReplayStep[], step: number, direction: 1 | -1): number {
  const starts = turnStarts(steps).map((start) => start.step);
  return direction > 0
    ? (starts.find((at) => at > step) ?? steps.length - 1)
    : (starts.findLast((at) => at < step) ?? 0);
}

/** The step in which an entry of the log was told. */
export function stepOfEntry(steps: ReplayStep[], entry: number): number {
  let [low, high] = [0, steps.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (steps[middle]!.log > entry) high = middle;
    else low = middle + 1;
  }
  return Math.max(0, low);
}

/** The entries of the log that a step has told: from, and up to but without. */
export function entriesOf(steps: ReplayStep[], step: number): [number, number] {
  return [step > 0 ? (steps[step - 1]?.log ?? 0) : 0, steps[step]?.log ?? 0];
}

export interface Difference {
  /** Hexes where something is other than before. */
  hexes: number[];
  /** From where to where, of the first counter that has moved. */
  route: number[];
}

/** What differs on the map between two positions. */
export function difference(before: Position | undefined, after: Position): Difference {
  if (!before || before === after) return { hexes: [], route: [] };
  const old = new Map(before.counters.map((counter) => [counter.id, counter]));
  const hexes = new Set<number>();
  let route: number[] = [];
  for (const counter of after.counters) {
    const was: Counter | undefined = old.get(counter.id);
    if (!was || was === counter) continue;
    const [from, to] = [was.at[0], counter.at[0]];
    if (from !== to || was.state !== counter.state || was.strength !== counter.strength) {
      for (const hex of [from, to]) if (hex !== undefined) hexes.add(hex);
    }
    if (route.length === 0 && from !== undefined && to !== undefined && from !== to) route = [from, to];
  }
  return { hexes: [...hexes], route };
}

/** Positions of both sides' eyes agree in all but secrets; a pointer's hex in a position, for showing it. */
export function hexOf(position: Position, pointer: string): number | undefined {
  return pointer.startsWith('h')
    ? numberOf(pointer)
    : position.counters.find((counter) => counter.id === pointer)?.at[0];
}

// -- plots

export interface Series {
  name: string;
  colour: string;
  /** A second mark beside the colour. */
  dashed: boolean;
  values: number[];
}

/** Round numbers from 0 (or from below, for series that fall below it) up to the largest value, about four of them. */
export function ticks(least: number, most: number): number[] {
  const [low, high] = [Math.min(0, least), Math.max(1, most)];
  const rough = (high - low) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const unit = ([1, 2, 5, 10].find((n) => n * power >= rough) ?? 10) * power;
  const all: number[] = [];
  for (let n = Math.floor(low / unit); n <= Math.ceil(high / unit); n++)
    all.push(Number((n * unit).toPrecision(10)));
  return all;
}

export interface Frame {
  x: number;
  y: number;
  w: number;
  h: number;
  steps: number;
  low: number;
  high: number;
}

export function xOf(frame: Frame, step: number): number {
  return frame.x + (frame.steps <= 1 ? 0 : (step / (frame.steps - 1)) * frame.w);
}

export function yOf(frame: Frame, value: number): number {
  const span = frame.high - frame.low || 1;
  return frame.y + frame.h - ((value - frame.low) / span) * frame.h;
}

/** The path of a series that stays level between its changes. */
export function staircase(frame: Frame, values: number[]): string {
  const round = (n: number) => Math.round(n * 10) / 10;
  let path = '';
  values.forEach((value, step) => {
    if (step === 0) path = `M${round(xOf(frame, 0))} ${round(yOf(frame, value))}`;
    else if (value !== values[step - 1]) path += `H${round(xOf(frame, step))}V${round(yOf(frame, value))}`;
  });
  return values.length === 0 ? '' : `${path}H${round(xOf(frame, values.length - 1))}`;
}

/** The step at a place of the plot. */
export function stepAt(frame: Frame, x: number): number {
  const share = frame.w === 0 ? 0 : (x - frame.x) / frame.w;
  return Math.round(Math.min(1, Math.max(0, share)) * Math.max(0, frame.steps - 1));
}

/** By step: the share of a side's units on the map that are in their usual state, in percent. */
export function morale(index: ReplayIndex, side: number): number[] {
  return index.steady.map((counts, step) => {
    const steady = counts[side] ?? 0;
    const all = steady + (index.shaken[step]?.[side] ?? 0);
    return all === 0 ? 0 : Math.round((steady / all) * 100);
  });
}

// -- chance

/** The luck of a side in a throw: what it gained beyond what was to be expected, in hundredths of a strength point. */
export function luck(weighed: FortuneThrow, side: number): number {
  return (weighed.actual - weighed.expected) * (side === 0 ? 1 : -1);
}

/** How much hung on a throw. */
export function stakes(weighed: FortuneThrow): number {
  return weighed.most - weighed.least;
}

/** The sum of a side's luck after each step. */
export function cumulativeLuck(throws: FortuneThrow[], steps: number, side: number): number[] {
  const sums: number[] = new Array(steps).fill(0);
  for (const weighed of throws) if (weighed.step < steps) sums[weighed.step]! += luck(weighed, side);
  for (let step = 1; step < steps; step++) sums[step]! += sums[step - 1]!;
  return sums.map((sum) => sum / 100);
}

/** The throws that decided something, those that mattered most first. */
export function weightiest(throws: FortuneThrow[]): FortuneThrow[] {
  return throws
    .filter((weighed) => stakes(weighed) > 0)
    .sort((a, b) => Math.abs(luck(b, 0)) - Math.abs(luck(a, 0)) || a.step - b.step);
}

/** The chance, in thousandths, of something at least as good for the side that was lucky, or as bad for the other. */
export function rarity(weighed: FortuneThrow): number {
  const equal = weighed.faces - weighed.better - weighed.worse;
  const atLeast = (weighed.actual >= weighed.expected ? weighed.better : weighed.worse) + equal;
  return Math.round((atLeast / Math.max(1, weighed.faces)) * 1000);
}

/** Hundredths of a strength point, for readers: with sign, rounded to tenths. */
export function points(hundredths: number): string {
  const tenths = Math.round(hundredths / 10);
  const text = (Math.abs(tenths) / 10).toFixed(1);
  return tenths > 0 ? `+${text}` : tenths < 0 ? `−${text}` : text;
}

// -- addresses

/** The address of a step, seen with somebody's eyes. */
export function addressOf(id: string, gaze: Viewpoint, step: number): string {
  const query = new URLSearchParams();
  if (gaze !== undefined) query.set('as', String(gaze));
  query.set('step', String(step));
  return `#/replay/${encodeURIComponent(id)}?${query}`;
}

/** What an address says of the place in the game, and whether it is played on from there at once. */
export function placeOf(hash: string): { gaze: Viewpoint; step: number | undefined; plays: boolean } {
  const query = new URLSearchParams(hash.split('?', 2)[1] ?? '');
  const as = query.get('as') ?? '';
  const step = query.get('step') ?? '';
  const gaze = as === 'both' || as === 'watch' ? as : /^\d+$/.test(as) ? Number(as) : undefined;
  return { gaze, step: /^\d+$/.test(step) ? Number(step) : undefined, plays: query.has('play') };
}

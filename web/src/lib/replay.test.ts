import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  addressOf,
  answersOf,
  difference,
  entriesOf,
  hexOf,
  luck,
  cumulativeLuck,
  moments,
  morale,
  nextMoment,
  nextTurn,
  placeOf,
  points,
  rarity,
  staircase,
  stepAt,
  stepOfEntry,
  ticks,
  turnStarts,
  unroll,
  weightiest,
  xOf,
  yOf,
} from './replay';
import { Replay } from './replay.svelte';
import type { Counter, FortuneThrow, Position, ReplayIndex, ReplayStep } from './wire';

function counter(id: string, hex: number | undefined, state = 'good'): Counter {
  return { id, at: hex === undefined ? [] : [hex], strength: '3', ratings: '', state };
}

function position(...counters: Counter[]): Position {
  return {
    clock: { turn: 1, turns: 3, phase: '' },
    counters,
    markers: [],
    formations: [],
    groups: [],
    holders: [],
    half_points: [0, 0],
    losses: [0, 0],
  };
}

const step = (turn: number, log: number, ...labels: [number, string][]): ReplayStep => ({
  turn,
  log,
  answers: labels.length ? labels.map(([side, label]) => ({ side, label })) : undefined,
});
const STEPS = [
  step(1, 0),
  step(1, 2),
  step(1, 2),
  step(1, 2, [0, 'Move']),
  step(2, 5),
  step(2, 5),
  step(3, 6),
];

describe('steps', () => {
  it('have moments where something is to be seen', () => {
    expect(moments(STEPS)).toEqual([0, 1, 3, 4, 6]);
    expect(nextMoment([0, 1, 3], 1, 1)).toBe(3);
    expect(nextMoment([0, 1, 3], 2, -1)).toBe(1);
    expect(nextMoment([0, 1, 3], 3, 1)).toBe(3);
    expect(moments([step(1, 0)])).toEqual([0]);
  });

  it('belong to turns', () => {
    expect(turnStarts(STEPS)).toEqual([
      { turn: 1, step: 0 },
      { turn: 2, step: 4 },
      { turn: 3, step: 6 },
    ]);
    expect(nextTurn(STEPS, 0, 1)).toBe(4);
    expect(nextTurn(STEPS, 5, -1)).toBe(4);
    expect(nextTurn(STEPS, 4, -1)).toBe(0);
    expect(nextTurn(STEPS, 6, 1)).toBe(6);
  });

  it('tell entries of the log', () => {
    expect(STEPS.map((_, at) => entriesOf(STEPS, at))).toEqual([
      [0, 0],
      [0, 2],
      [2, 2],
      [2, 2],
      [2, 5],
      [5, 5],
      [5, 6],
    ]);
    expect([0, 1, 2, 4, 5, 99].map((entry) => stepOfEntry(STEPS, entry))).toEqual([1, 1, 4, 4, 6, 6]);
  });

  it('gather what a side answers in a row', () => {
    expect(answersOf(step(1, 0, [0, 'Move'], [0, 'Halt'], [1, 'Stand'], [0, 'Advance']))).toEqual([
      { side: 0, label: 'Move, Halt' },
      { side: 1, label: 'Stand' },
      { side: 0, label: 'Advance' },
    ]);
    expect(answersOf(undefined)).toEqual([]);
  });
});

describe('positions', () => {
  it('are unrolled from what changes', () => {
    const run = {
      first: 3,
      position: position(counter('u0', 1), counter('u1', 5)),
      patches: [{ counters: [counter('u0', 2)] }, {}, { losses: [3, 0] }],
    };
    const all = unroll(run);
    expect(all).toHaveLength(4);
    expect(all.map((p) => p.counters[0]!.at[0])).toEqual([1, 2, 2, 2]);
    expect(all[3]!.losses).toEqual([3, 0]);
    expect(all[0]!.losses).toEqual([0, 0]);
  });

  it('differ by hexes and the route of the first that has moved', () => {
    const before = position(counter('u0', 1), counter('u1', 5), counter('u2', 8));
    const after = position(counter('u0', 2), counter('u1', 5, 'routed'), before.counters[2]!);
    expect(difference(before, after)).toEqual({ hexes: [1, 2, 5], route: [1, 2] });
    expect(difference(before, before)).toEqual({ hexes: [], route: [] });
    expect(difference(undefined, after)).toEqual({ hexes: [], route: [] });
    expect(difference(before, position(counter('u0', undefined, 'eliminated'))).route).toEqual([]);
  });

  it('know where a pointer points', () => {
    expect(hexOf(position(counter('u0', 7)), 'u0')).toBe(7);
    expect(hexOf(position(), 'h12')).toBe(12);
    expect(hexOf(position(), 'u0')).toBeUndefined();
  });
});

describe('plots', () => {
  const frame = { x: 10, y: 0, w: 100, h: 50, steps: 5, low: 0, high: 10 };

  it('have round marks that hold all values', () => {
    expect(ticks(0, 20)).toEqual([0, 5, 10, 15, 20]);
    expect(ticks(-3.2, 1)).toEqual([-4, -2, 0, 2]);
    expect(ticks(0, 0)).toEqual([0, 0.5, 1]);
    for (const [least, most] of [
      [0, 7],
      [-31, 4],
      [0, 133],
    ] as const) {
      const all = ticks(least, most);
      expect(all[0]).toBeLessThanOrEqual(least);
      expect(all.at(-1)).toBeGreaterThanOrEqual(most);
      expect(all.length).toBeLessThan(8);
    }
  });

  it('stay level between changes', () => {
    expect(staircase(frame, [0, 0, 5, 5, 10])).toBe('M10 50H60V25H110V0H110');
    expect(staircase(frame, [])).toBe('');
  });

  it('find the step under a point', () => {
    expect([-5, 10, 34, 36, 110, 500].map((x) => stepAt(frame, x))).toEqual([0, 0, 1, 1, 4, 4]);
    expect([0, 2, 4].map((at) => stepAt(frame, xOf(frame, at)))).toEqual([0, 2, 4]);
    expect(yOf(frame, 10)).toBe(0);
  });

  it('show the share of units in good order', () => {
    const index: ReplayIndex = {
      steps: [],
      half_points: [],
      losses: [],
      steady: [
        [4, 3],
        [2, 0],
      ],
      shaken: [
        [0, 1],
        [2, 0],
      ],
    };
    expect(morale(index, 0)).toEqual([100, 50]);
    expect(morale(index, 1)).toEqual([75, 0]);
  });
});

describe('fortune', () => {
  const thrown = (
    at: number,
    expected: number,
    actual: number,
    more: Partial<FortuneThrow> = {},
  ): FortuneThrow => ({
    step: at,
    log: at,
    rule: '1',
    what: '',
    about: [],
    faces: 10,
    shows: '',
    expected,
    actual,
    least: Math.min(actual, -100),
    most: Math.max(actual, 300),
    better: 2,
    worse: 6,
    ...more,
  });

  it('is the actual value beyond the expected one, for one side against the other', () => {
    expect(luck(thrown(1, 50, 200), 0)).toBe(150);
    expect(luck(thrown(1, 50, 200), 1)).toBe(-150);
  });

  it('adds up over the steps', () => {
    expect(cumulativeLuck([thrown(1, 0, 100), thrown(3, 100, 50), thrown(3, 0, 0)], 5, 0)).toEqual([
      0, 1, 1, 0.5, 0.5,
    ]);
    expect(cumulativeLuck([thrown(1, 0, 100)], 3, 1).map(Math.abs)).toEqual([0, 1, 1]);
  });

  it('is ordered by weight, and leaves out what decided nothing', () => {
    const nothing = thrown(2, 0, 0, { least: 0, most: 0 });
    const [small, large] = [thrown(1, 0, 10), thrown(3, 0, -90)];
    expect(weightiest([small, nothing, large])).toEqual([large, small]);
  });

  it('says how rare so much of it is', () => {
    expect(rarity(thrown(1, 0, 100))).toBe(400);
    expect(rarity(thrown(1, 0, -50))).toBe(800);
    expect(rarity(thrown(1, 0, 300, { better: 0, worse: 9 }))).toBe(100);
  });

  it('is told in strength points', () => {
    expect([150, -42, 3, 0].map(points)).toEqual(['+1.5', '−0.4', '0.0', '0.0']);
  });
});

describe('addresses', () => {
  it('go both ways', () => {
    for (const [gaze, at] of [
      ['both', 12],
      [1, 0],
      ['watch', 3],
      [undefined, 7],
    ] as const) {
      expect(placeOf(addressOf('k3x', gaze, at))).toEqual({ gaze, step: at, plays: false });
    }
    expect(placeOf('#/replay/k3x')).toEqual({ gaze: undefined, step: undefined, plays: false });
    expect(placeOf('#/replay/k3x?play').plays).toBe(true);
    expect(placeOf('#/replay/k3x?as=nobody&step=-1')).toEqual({
      gaze: undefined,
      step: undefined,
      plays: false,
    });
  });
});

describe('a replay', () => {
  const asked: string[] = [];
  let card = { status: '', mine: [] as number[] };
  let side: number | undefined;

  beforeEach(() => {
    asked.length = 0;
    card = { status: 'over', mine: [] };
    side = undefined;
    vi.useFakeTimers();
    vi.stubGlobal('fetch', async (path: string) => {
      asked.push(path);
      const url = new URL(path, 'http://x');
      const from = Number(url.searchParams.get('from') ?? 0);
      const steps = Array.from({ length: 250 }, (_, at) => step(1 + Math.floor(at / 100), at));
      const answer = url.pathname.endsWith('/replay')
        ? { steps, half_points: [], losses: [], steady: [], shaken: [] }
        : url.pathname.endsWith('/run')
          ? {
              first: from,
              position: position(counter('u0', from)),
              patches: Array.from({ length: Math.min(99, 249 - from) }, (_, i) => ({
                counters: [counter('u0', from + i + 1)],
              })),
            }
          : url.pathname.endsWith('/log')
            ? { length: 0, entries: [] }
            : url.pathname.endsWith('/board')
              ? {}
              : { card, side };
      return new Response(JSON.stringify(answer));
    });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  async function opened(at?: number): Promise<Replay> {
    const replay = new Replay('k3x');
    await replay.open(undefined, at);
    return replay;
  }

  it('of a finished game that is not one’s own is seen with both sides’ eyes', async () => {
    const replay = await opened();
    expect(replay.eyes).toBe('both');
    expect(asked.some((path) => path.includes('/replay?as=both'))).toBe(true);
  });

  it('of a game at one screen shows neither side’s secrets before the end', async () => {
    card = { status: 'playing', mine: [0, 1] };
    expect((await opened()).eyes).toBe('watch');
    card = { status: 'playing', mine: [1] };
    side = 1;
    expect((await opened()).eyes).toBe(1);
  });

  it('goes anywhere, and fetches each run once', async () => {
    const replay = await opened(120);
    expect(replay.position?.counters[0]?.at[0]).toBe(120);
    await replay.go(7);
    expect(replay.position?.counters[0]?.at[0]).toBe(7);
    await replay.go(140);
    await replay.move(1);
    expect(replay.position?.counters[0]?.at[0]).toBe(141);
    expect(replay.before?.counters[0]?.at[0]).toBe(140);
    const runs = asked.filter((path) => path.includes('/run'));
    expect(new Set(runs).size).toBe(runs.length);
    await replay.go(9999);
    expect(replay.step).toBe(249);
    await replay.go(-3);
    expect(replay.step).toBe(0);
  });

  it('shows the step asked for last', async () => {
    const replay = await opened();
    await Promise.all([replay.go(150), replay.go(20), replay.go(201)]);
    expect(replay.position?.counters[0]?.at[0]).toBe(201);
    expect(replay.isWaiting).toBe(false);
  });

  it('plays to the end at its speed, and stops there', async () => {
    const replay = await opened(240);
    replay.speed = 4;
    replay.play();
    await vi.advanceTimersByTimeAsync(1100);
    expect(replay.step).toBeGreaterThan(242);
    expect(replay.step).toBeLessThan(247);
    await vi.advanceTimersByTimeAsync(5000);
    expect([replay.step, replay.playing]).toEqual([249, false]);
    replay.faster(-1);
    expect(replay.speed).toBe(2);
  });
});

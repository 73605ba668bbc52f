import { beforeEach, describe, expect, it, vi } from 'vitest';
import { board, counter, position, question } from './board.fixture';
import { expand, Placements } from './choices';
import type { Game } from './game.svelte';
import { prefs } from './prefs.svelte';
import type * as W from './wire';

const overlay = vi.hoisted(() => vi.fn());
vi.mock('./api', () => ({ api: { overlay }, bare: (text: string) => text }));
const { Pointing } = await import('./pointing.svelte');

const BOARD = board();
const NOW = position(
  counter('u0', 5),
  counter('u1', 5, { height: 1 }),
  counter('u2', 6),
  counter('l0', 5, { height: 9 }),
);
/** Which unit? One's own two, in one stack, or the enemy's. */
const WHO = question([{ first: 0, verb: 0, kinds: ['u'], at: [0, 1, 2] }]);
/** Where does unit 0 go? */
const WHERE = { ...question([{ first: 0, verb: 0, kinds: ['h'], at: [1, 2, 9] }], ['u0']), id: 8 };
/** Which way does unit 0 look? */
const FACING = { ...question([{ first: 0, verb: 3, kinds: ['d'], at: [0, 1, 2] }], ['u0']), id: 9 };

function playing(asked: W.Question | undefined) {
  const game = {
    id: 'g',
    question: asked,
    choices: asked ? expand(asked) : [],
    placements: new Placements(NOW, BOARD),
    board: BOARD,
    picked: undefined as number | undefined,
    eyes: 0,
    pick: vi.fn((choice: number | undefined) => (game.picked = choice)),
    choose: vi.fn(() => Promise.resolve()),
    answer: vi.fn(() => Promise.resolve()),
  };
  const map = {
    show: vi.fn(),
    showWith: vi.fn(),
    showAny: vi.fn(),
    showAll: vi.fn(),
    isLeft: vi.fn(() => true),
  };
  const ask = (next: W.Question | undefined) => {
    game.question = next;
    game.choices = next ? expand(next) : [];
    game.picked = undefined;
  };
  return { game, map, ask, pointing: new Pointing(game as unknown as Game, () => map) };
}

const reach = (hexes: [number, string, number?][]) => ({
  overlay: { text: '', hexes: hexes.map(([hex, label, from]) => ({ hex, label, from })) },
});
/** Lets the pauses pass before something is asked, and the answer come. */
const later = () => vi.advanceTimersByTimeAsync(1000);

beforeEach(() => {
  vi.useFakeTimers();
  overlay.mockReset().mockResolvedValue(reach([]));
  return () => vi.useRealTimers();
});

describe('an answer that is picked', () => {
  it('from the list comes into view, with all that it is about', () => {
    const { game, map, pointing } = playing(
      question([{ first: 0, verb: 1, kinds: ['u', 'h'], at: [0, 9, 2, 1] }]),
    );
    pointing.seek();
    expect(map.showAll).not.toHaveBeenCalled();
    game.picked = 0;
    pointing.seek();
    expect(map.showAll.mock.calls).toEqual([[[5, 9]]]);
    game.picked = 1;
    pointing.seek();
    expect(map.showAll).toHaveBeenLastCalledWith([6, 1]);
  });

  it('on the map leaves the map under the pointer', () => {
    const { game, map, pointing } = playing(WHO);
    pointing.point(5, undefined);
    expect(game.picked).toBe(0);
    pointing.seek();
    expect(map.showAll).not.toHaveBeenCalled();
    pointing.widen();
    pointing.seek();
    expect(map.showAll).toHaveBeenLastCalledWith([5]);
  });
});

describe('a click', () => {
  it('on a hex with one answer chooses it, and on a stack with several picks the first that is about a counter alone', () => {
    const { game, pointing } = playing(WHO);
    pointing.point(6, undefined);
    expect(game.choose.mock.calls).toEqual([[2, expect.anything()]]);
    pointing.point(5, undefined);
    expect(game.choose).toHaveBeenCalledTimes(1);
    expect(game.picked).toBe(0);
    expect(pointing.shown.map((choice) => choice.index)).toEqual([0, 1]);
  });

  it('on a counter of a stack means that counter', () => {
    const { game, pointing } = playing(WHO);
    pointing.point(5, 'u1');
    expect(game.choose.mock.calls).toEqual([[1, expect.anything()]]);
  });

  it('on what was picked otherwise is a first click, the next one a second', () => {
    const { game, pointing } = playing(WHO);
    game.picked = 2;
    pointing.point(6, undefined);
    expect(game.pick.mock.calls).toEqual([[undefined]]);
    game.picked = 2;
    pointing.point(6, undefined);
    expect(game.pick).toHaveBeenCalledTimes(1);
    expect(game.choose).toHaveBeenCalledTimes(2);
  });

  it('where there is no answer opens the card of the hex and asks why, beside the hex', () => {
    const { map, pointing } = playing(WHO);
    pointing.point(0, undefined);
    expect(pointing.inspected).toEqual({ hex: 0, why: true, right: true });
    map.isLeft.mockReturnValue(false);
    pointing.why(3);
    expect(pointing.inspected).toEqual({ hex: 3, why: true, right: false });
    pointing.point(6, undefined);
    expect(pointing.inspected).toBeUndefined();
  });

  it('while nothing is asked says what is there, and not why not', () => {
    const { pointing } = playing(undefined);
    pointing.point(5, undefined);
    expect(pointing.inspected).toEqual({ hex: 5, why: false, right: true });
    expect(pointing.focused).toBeUndefined();
  });

  it('is forgotten with its question', () => {
    const { ask, pointing } = playing(WHO);
    pointing.point(5, undefined);
    expect(pointing.focused?.hex).toBe(5);
    ask({ ...WHO, id: 70 });
    expect(pointing.focused).toBeUndefined();
    expect(pointing.shown).toHaveLength(3);
  });

  it('under an overlay of sight asks for a line of sight and answers nothing, but where an answer lights up', () => {
    const { game, pointing } = playing(WHO);
    pointing.laid = { of: 'u0', kind: 'sight', data: { hexes: [], text: '' } };
    pointing.point(0, undefined);
    expect([pointing.inspected, pointing.laid?.kind]).toEqual([undefined, 'sight']);
    pointing.point(6, undefined);
    expect([game.choose.mock.calls.length, pointing.laid]).toEqual([1, undefined]);
  });

  it('outside takes everything back', () => {
    const { game, pointing } = playing(WHO);
    pointing.point(5, undefined);
    pointing.why(0);
    pointing.laid = { of: 'layer', kind: 'zone', data: { hexes: [], text: '' } };
    pointing.clear();
    expect([game.picked, pointing.focused, pointing.inspected, pointing.laid]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('where a unit can go', () => {
  it('is asked once the pointer rests, and shown with its costs and the route to where the pointer is', async () => {
    overlay.mockResolvedValue(
      reach([
        [1, '3', 2],
        [2, '1', 5],
      ]),
    );
    const { pointing } = playing(WHERE);
    pointing.askReach();
    expect(overlay).not.toHaveBeenCalled();
    await later();
    expect(overlay.mock.calls).toEqual([['g', { of: 'u0', kind: 'reach' }, 0]]);
    expect([...pointing.costs]).toEqual([
      [1, '3'],
      [2, '1'],
    ]);
    pointing.hovered = 1;
    expect(pointing.route).toEqual([5, 2, 1]);
    expect(pointing.marks, 'the answers light up anyway').toEqual([]);
  });

  it('is of no interest any more when something else is asked meanwhile', async () => {
    overlay.mockResolvedValue(reach([[1, '3']]));
    const { ask, pointing } = playing(WHERE);
    pointing.askReach();
    ask(WHO);
    pointing.askReach();
    await later();
    expect(overlay).not.toHaveBeenCalled();
    expect(pointing.costs.size).toBe(0);
  });

  it('is asked again for another unit or another question, and for nothing else', () => {
    const { game, ask, pointing } = playing(WHO);
    const wanted = [pointing.walking];
    game.picked = 0;
    wanted.push(pointing.walking);
    pointing.looked = 1;
    wanted.push(pointing.walking);
    pointing.looked = undefined;
    ask(WHERE);
    wanted.push(pointing.walking);
    pointing.hovered = 3;
    wanted.push(pointing.walking);
    expect(wanted).toEqual([undefined, '7 reach u0', '7 reach u1', '8 reach u0', '8 reach u0']);
  });

  it('can be drawn as a whole route: the unit is taken, and sent on when it is asked where it goes', async () => {
    overlay.mockResolvedValue(reach([[9, '2', 5]]));
    const { game, ask, pointing } = playing(WHO);
    game.picked = 0;
    pointing.askReach();
    await later();
    pointing.point(9, undefined);
    expect(game.answer.mock.calls).toEqual([[0]]);
    expect(pointing.inspected).toBeUndefined();
    ask(WHERE);
    pointing.goOn();
    expect(game.choose.mock.calls).toEqual([[2, expect.anything()]]);
    pointing.goOn();
    expect(game.choose).toHaveBeenCalledTimes(1);
  });

  it('that is asked for hex by hex is gone to step by step, with a turn where the way needs one', async () => {
    const steps = (from: number, to: number) => ({
      ...WHERE,
      id: 20 + from,
      groups: [
        { first: 0, verb: 0, kinds: ['h' as const], at: [to] },
        { first: 1, verb: 3, kinds: ['d' as const], at: [2, 3] },
      ],
    });
    overlay.mockResolvedValue({
      overlay: {
        text: '',
        hexes: [
          { hex: 1, label: '1', from: 5, via: 'd3' },
          { hex: 0, label: '2', from: 1 },
        ],
      },
    });
    const { game, ask, pointing } = playing(steps(5, 9));
    pointing.askReach();
    await later();
    expect(
      pointing.marks.map((mark) => mark.hex),
      'what is farther away is shown, too',
    ).toEqual([1, 0]);
    pointing.point(0, undefined);
    expect(game.choose, 'it turns').toHaveBeenLastCalledWith(2, expect.anything());
    ask({ ...steps(5, 1), id: 30 });
    pointing.goOn();
    pointing.askReach();
    await later();
    expect(game.choose, 'it goes').toHaveBeenLastCalledWith(0, expect.anything());
    ask({ ...steps(5, 0), about: ['u1'], id: 31 });
    pointing.goOn();
    pointing.askReach();
    await later();
    expect(game.choose, 'somebody else is asked').toHaveBeenCalledTimes(2);
  });

  it('is not gone to when another unit is asked, or too late', async () => {
    overlay.mockResolvedValue(reach([[9, '2', 5]]));
    const cases: [W.Question, number][] = [
      [{ ...WHERE, about: ['u1'] }, 0],
      [WHERE, 5000],
    ];
    for (const [next, wait] of cases) {
      const { game, ask, pointing } = playing(WHO);
      game.picked = 0;
      pointing.askReach();
      await later();
      pointing.point(9, undefined);
      await vi.advanceTimersByTimeAsync(wait);
      ask(next);
      pointing.goOn();
      expect(game.choose).not.toHaveBeenCalled();
    }
  });
});

describe('which way a unit looks at the end of its move', () => {
  /** Unit 0 stands in hex 9: where does it go on, or which way does it halt? */
  const THERE: W.Question = {
    ...question(
      [
        { first: 0, verb: 0, kinds: ['h'], at: [8] },
        { first: 1, verb: 2, kinds: ['d'], at: [0, 1, 2, 3, 4, 5] },
      ],
      ['u0'],
    ),
    id: 10,
  };
  const at = (hex: number) =>
    new Placements(position(counter('u0', hex, { facing: 1 }), counter('u2', 6)), BOARD);

  /** Unit 0 in hex 5 is asked where it goes, and has its reach; the enemy stands in hex 6, south-east of hex 5, north-east of hex 9. */
  async function walking() {
    overlay.mockResolvedValue(reach([[9, '2', 5]]));
    const it = playing(WHERE);
    it.game.placements = at(5);
    it.pointing.askReach();
    await later();
    return it;
  }

  /** It stands where it was sent, and is asked what next. */
  function arrive({ game, ask, pointing }: Awaited<ReturnType<typeof walking>>, then = THERE) {
    game.placements = at(9);
    ask(then);
    pointing.goOn();
  }

  beforeEach(() => {
    prefs.halting = 'itself';
  });

  it('is toward the enemy, if nobody says otherwise', async () => {
    const asked = await walking();
    asked.pointing.point(9, undefined);
    arrive(asked);
    expect(asked.game.choose.mock.calls).toEqual([
      [2, expect.anything()],
      [1, expect.anything()],
    ]);
    asked.pointing.goOn();
    expect(asked.game.choose, 'once').toHaveBeenCalledTimes(2);
  });

  it('is asked with the shift key, and where one wishes to be asked', async () => {
    const shifted = await walking();
    shifted.pointing.point(9, undefined, true);
    arrive(shifted);
    expect(shifted.game.choose).toHaveBeenCalledTimes(1);
    prefs.halting = 'ask';
    const asked = await walking();
    asked.pointing.point(9, undefined);
    arrive(asked);
    expect(asked.game.choose).toHaveBeenCalledTimes(1);
  });

  it('is not said where it does not end the move, nor where the unit has not come', async () => {
    const ending = await walking();
    ending.pointing.point(9, undefined);
    arrive(ending, { ...THERE, ending: { choice: 0, label: 'End' } });
    expect(ending.game.choose).toHaveBeenCalledTimes(1);
    const stopped = await walking();
    stopped.pointing.point(9, undefined);
    arrive(stopped);
    const other = await walking();
    other.pointing.point(9, undefined);
    other.ask(THERE);
    other.pointing.goOn();
    expect(other.game.choose, 'it was stopped on its way').toHaveBeenCalledTimes(1);
  });

  it('is seen before it goes, once moves are known to end so, and turned with a key', async () => {
    const asked = await walking();
    asked.pointing.hovered = 9;
    expect(asked.pointing.ghost).toEqual({ id: 'u0', hex: 9, facing: undefined });
    asked.ask({ ...THERE, id: 11 });
    asked.pointing.goOn();
    asked.ask(WHERE);
    expect(asked.pointing.ghost?.facing, 'NE').toBe(0);
    asked.pointing.turn(1);
    expect(asked.pointing.ghost?.facing, 'E').toBe(1);
    asked.pointing.point(9, undefined);
    arrive(asked);
    expect(asked.game.choose).toHaveBeenLastCalledWith(2, expect.anything());
  });
});

describe('a counter that is dragged', () => {
  it('is sent to where it is let go, also before its reach is known', async () => {
    overlay.mockResolvedValue(reach([[9, '2', 5]]));
    const { game, pointing } = playing(WHO);
    expect(pointing.carries('u0')).toBe(true);
    expect(pointing.carries('u2'), 'the enemy').toBe(false);
    pointing.carry('u0');
    expect(game.picked).toBe(0);
    pointing.askReach();
    pointing.drop(9, false);
    expect(game.answer).not.toHaveBeenCalled();
    await later();
    expect(game.answer.mock.calls).toEqual([[0]]);
  });

  it('is not sent to where it cannot go, nor to where it stands, and is told why', async () => {
    overlay.mockResolvedValue(reach([[9, '2', 5]]));
    const { game, pointing } = playing(WHO);
    pointing.carry('u0');
    pointing.askReach();
    await later();
    pointing.drop(5, false);
    pointing.carry('u0');
    pointing.drop(2, false);
    expect(game.answer).not.toHaveBeenCalled();
    expect(pointing.inspected).toEqual({ hex: 2, why: true, right: true });
  });

  it('goes at once where it is asked for', async () => {
    overlay.mockResolvedValue(reach([[9, '2', 5]]));
    const { game, pointing } = playing(WHERE);
    pointing.askReach();
    await later();
    expect(pointing.carries('u0')).toBe(true);
    pointing.carry('u0');
    pointing.drop(9, false);
    expect(game.choose.mock.calls).toEqual([[2, expect.anything()]]);
  });
});

describe('a line of sight', () => {
  const sight = { of: 'u0', kind: 'fire', data: { hexes: [], text: '' } };

  it('is drawn to the hex under the pointer, else to the keyboard’s, with what bars it', async () => {
    overlay.mockResolvedValue({ overlay: { text: 'barred', rule: '4.2', hexes: [{ hex: 6, label: '' }] } });
    const { pointing } = playing(undefined);
    pointing.laid = sight;
    pointing.cursor = 3;
    pointing.hovered = 7;
    pointing.askSight();
    await later();
    expect(overlay.mock.calls).toEqual([['g', { of: 'u0', kind: 'line', to: 'h7' }, 0]]);
    expect(pointing.sighted).toEqual({
      line: { from: 5, to: 7, bars: [6], on: [] },
      text: 'barred',
      rule: '4.2',
    });
    pointing.hovered = undefined;
    expect(pointing.sightTo).toEqual({ of: 'u0', to: 3, kind: 'line' });
  });

  it('of a shot shows where the ball goes on', async () => {
    overlay.mockResolvedValue({ overlay: { text: 'on', hexes: [{ hex: 11, label: '', from: 7 }] } });
    const { pointing } = playing(undefined);
    pointing.laid = sight;
    pointing.hovered = 7;
    pointing.askSight();
    await later();
    expect(pointing.sighted?.line).toEqual({ from: 5, to: 7, bars: [], on: [11] });
  });

  it('is not drawn to where one stands, nor without an overlay of sight', async () => {
    const { pointing } = playing(undefined);
    pointing.hovered = 5;
    pointing.laid = sight;
    pointing.askSight();
    await later();
    pointing.laid = { ...sight, kind: 'reach' };
    pointing.hovered = 7;
    pointing.askSight();
    await later();
    expect(overlay).not.toHaveBeenCalled();
  });
});

describe('the map shows', () => {
  it('facings as arrows around the unit, and the unit as the answer looked at would turn it', () => {
    const { pointing } = playing(FACING);
    expect(pointing.arrows.map(({ hex, facing }) => [hex, facing])).toEqual([
      [5, 0],
      [5, 1],
      [5, 2],
    ]);
    pointing.looked = 2;
    expect(pointing.pose).toEqual({ id: 'u0', facing: 2 });
  });

  it('of facings that lie over others those of the answers that only turn', () => {
    const groups: W.Question['groups'] = [
      { first: 0, verb: 3, kinds: ['d'], at: [0, 1] },
      { first: 2, verb: 1, kinds: ['d', 'n'], at: [0, 4, 1, 4] },
    ];
    const { pointing } = playing({ ...question(groups, ['u0']), id: 10 });
    expect(pointing.arrows.map(({ choice }) => choice)).toEqual([0, 1]);
  });

  it('what is asked about with something that can be chosen, or else that alone', () => {
    const about = playing(WHERE);
    about.pointing.reveal();
    expect(about.map.showWith.mock.calls).toEqual([[5, [...about.pointing.lit.keys()]]]);
    expect(about.pointing.lit.size).toBeGreaterThan(0);
    const who = playing(WHO);
    who.pointing.reveal();
    expect(who.map.showAny.mock.calls).toEqual([[[5, 6]]]);
  });

  it('what to do, until something is pointed at', () => {
    const { pointing } = playing(WHO);
    expect(pointing.advice?.hex).toBe(5);
    pointing.looked = 0;
    expect(pointing.advice).toBeUndefined();
    expect(playing(FACING).pointing.advice?.hex).toBe(5);
    expect(playing(undefined).pointing.advice).toBeUndefined();
  });
});

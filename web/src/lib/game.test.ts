import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type * as W from './wire';

const given = vi.hoisted(() => ({ answer: vi.fn(), preview: vi.fn(), undo: vi.fn() }));
vi.mock('./api', () => ({
  api: given,
  Fault: class extends Error {
    constructor(
      readonly code: string,
      message: string,
    ) {
      super(message);
    }
  },
}));
const { Fault } = await import('./api');
const { Game } = await import('./game.svelte');

const chance = (text: string, permille: number) => ({ text, permille, exact: '' });
const still = {
  label: '',
  ends: [chance('nothing changes', 1000)],
  things: [],
  complete: true,
  covered: 1000,
  sums: [],
  near: [chance('nothing changes', 1000)],
  decides: [],
  drawn: [],
  throws: [],
  later: [],
  veiled: false,
  assumed: false,
  rehearsed: false,
};
const dice = {
  ...still,
  throws: ['rally'],
  near: [chance('nothing changes', 500), chance('in good order', 500)],
};

/** A game that waits for an answer to a question of four answers, the first of which ends it. */
function asked(game: InstanceType<typeof Game>, id: number): void {
  const question = {
    id,
    side: 0,
    rule: '1',
    key: 'move.unit',
    about: [],
    text: '',
    count: 4,
    groups: [{ first: 0, verb: 0, kinds: ['u'], at: [0, 1, 2, 3] }],
    ending: { choice: 0, label: 'End movement' },
  };
  const view = {
    revision: id,
    question,
    log: [],
    log_length: 0,
    side: 0,
    commitment: '',
    dice: { promises: [], waits: [] },
    position: { counters: [] },
    can_undo: true,
    card: { status: 'running', options: { undo: 'free' } },
  };
  game.connection = 'live';
  game.join(view as unknown as W.GameView);
}

describe('an answer', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    given.answer.mockReset().mockResolvedValue({ revision: 0 });
    given.preview.mockReset();
    given.undo.mockReset();
  });
  afterEach(() => vi.useRealTimers());

  it('whose dice have not been shown is not given by the first click, whatever is set', async () => {
    for (const confirm of ['never', 'chance', 'always'] as const) {
      given.answer.mockClear();
      given.preview.mockResolvedValue(dice);
      const game = new Game('g');
      asked(game, 1);
      await game.choose(2, confirm);
      expect(given.answer).not.toHaveBeenCalled();
      expect(game.picked).toBe(2);
      game.show(1, 2);
      await game.choose(2, confirm);
      expect(given.answer).toHaveBeenCalledTimes(1);
    }
  });

  it('is not given by a key either, as long as its odds are being reckoned', async () => {
    given.preview.mockResolvedValue(dice);
    const game = new Game('g');
    asked(game, 1);
    game.pick(3);
    await game.answer(3);
    expect(given.answer).not.toHaveBeenCalled();
  });

  it('whose chances nobody can be asked for waits until they can be, and have been shown', async () => {
    given.preview.mockRejectedValue(new Fault('offline', 'The server cannot be reached.'));
    const game = new Game('g');
    asked(game, 1);
    for (const _ of [1, 2, 3]) await game.answer(2);
    expect(given.answer).not.toHaveBeenCalled();
    given.preview.mockResolvedValue(dice);
    await game.answer(2);
    expect(given.answer).not.toHaveBeenCalled();
    game.show(1, 2);
    await game.answer(2);
    expect(given.answer).toHaveBeenCalledTimes(1);
  });

  it('that throws nothing is given at once', async () => {
    given.preview.mockResolvedValue(still);
    const game = new Game('g');
    asked(game, 1);
    await game.choose(1, 'never');
    expect(given.answer).toHaveBeenCalledTimes(1);
  });

  it('that ends something does not end what comes next by a second click', async () => {
    given.preview.mockResolvedValue(still);
    const game = new Game('g');
    asked(game, 1);
    await game.choose(0, 'never');
    asked(game, 2);
    given.answer.mockClear();
    await game.choose(0, 'never');
    expect(given.answer).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1000);
    await game.choose(0, 'never');
    expect(given.answer).toHaveBeenCalledTimes(1);
  });

  it('that somebody’s decision may change is not given by the first click, though nothing is thrown', async () => {
    given.preview.mockResolvedValue({ ...still, assumed: true, decides: [chance('Russians: react?', 1000)] });
    for (const confirm of ['never', 'chance'] as const) {
      const game = new Game('g');
      asked(game, 1);
      await game.choose(1, confirm);
      await game.answer(1);
      expect(given.answer).not.toHaveBeenCalled();
      expect(game.picked).toBe(1);
    }
  });

  it('whose odds have only arrived is not given, however often it is asked for', async () => {
    given.preview.mockResolvedValue(dice);
    const game = new Game('g');
    asked(game, 1);
    await game.choose(2, 'chance');
    for (let n = 0; n < 5; n++) await game.answer(2);
    // What was seen of another question's answer counts for nothing.
    game.show(0, 2);
    await game.answer(2);
    expect(given.answer).not.toHaveBeenCalled();
  });

  it('that ends something is deaf as long as it is clicked on and on', async () => {
    given.preview.mockResolvedValue(still);
    const game = new Game('g');
    asked(game, 1);
    await game.choose(0, 'never');
    asked(game, 2);
    for (let n = 0; n < 4; n++) {
      await vi.advanceTimersByTimeAsync(400);
      expect(game.armed).toBe(false);
      game.deafen();
    }
    await vi.advanceTimersByTimeAsync(800);
    expect(game.armed).toBe(true);
  });

  it('of a way that was drawn at once is taken back with all its steps, as far as that may be', async () => {
    given.preview.mockResolvedValue(still);
    given.answer.mockResolvedValue({ revision: 0 });
    const game = new Game('g');
    for (const [step, id] of [1, 2, 3].entries()) {
      asked(game, id);
      game.chained = step > 0;
      await game.choose(1, 'never');
    }
    given.undo.mockResolvedValue({ agreed: true });
    await game.takeBack();
    expect(given.undo).toHaveBeenCalledTimes(3);
    // What comes after is one answer again.
    given.undo.mockClear();
    await game.takeBack();
    expect(given.undo).toHaveBeenCalledTimes(1);
    // Where something was learnt on the way, the steps before it stay.
    for (const [step, id] of [4, 5, 6].entries()) {
      asked(game, id);
      game.chained = step > 0;
      await game.choose(1, 'never');
    }
    given.undo.mockReset().mockResolvedValueOnce({}).mockRejectedValue(new Fault('refused', 'dice fell'));
    await game.takeBack();
    expect(given.undo).toHaveBeenCalledTimes(2);
    expect(game.problem).toBeUndefined();
  });

  it('of which nobody knows whether it is stored is asked about until somebody does', async () => {
    given.preview.mockResolvedValue(still);
    given.answer.mockRejectedValue(new Fault('unsure', 'it is not known yet'));
    const game = new Game('g');
    asked(game, 1);
    await game.choose(1, 'never');
    for (const times of [1, 2, 3]) {
      expect(given.answer).toHaveBeenCalledTimes(times);
      expect(given.answer).toHaveBeenLastCalledWith('g', { question: 1, choice: 1, side: 0 });
      expect(game.sending).toEqual({ question: 1, choice: 1 });
      expect(game.problem?.text).toBe('it is not known yet');
      await vi.advanceTimersByTimeAsync(2000);
    }
    given.answer.mockResolvedValue({ revision: 0 });
    await vi.advanceTimersByTimeAsync(2000);
    expect([game.sending, game.problem]).toEqual([undefined, undefined]);
    given.answer.mockClear();
    await vi.advanceTimersByTimeAsync(10000);
    expect(given.answer).not.toHaveBeenCalled();
  });

  it('that could not be stored stays on the page, says so, and can be given again', async () => {
    given.preview.mockResolvedValue(still);
    given.answer.mockRejectedValueOnce(new Fault('not_stored', 'nothing was changed'));
    const game = new Game('g');
    asked(game, 1);
    await game.choose(1, 'never');
    expect([game.picked, game.sending, game.problem?.text]).toEqual([1, undefined, 'nothing was changed']);
    await vi.advanceTimersByTimeAsync(10000);
    expect(given.answer).toHaveBeenCalledTimes(1);
    await game.choose(1, 'never');
    expect(given.answer).toHaveBeenCalledTimes(2);
    expect([game.sending, game.problem]).toEqual([undefined, undefined]);
  });
});

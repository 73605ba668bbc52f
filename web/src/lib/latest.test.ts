import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Latest } from './latest';

/** A request that is answered when the test says so. */
function request<T>() {
  let answer!: (value: T) => void;
  let refuse!: (error: Error) => void;
  const promise = new Promise<T>((done, fail) => ([answer, refuse] = [done, fail]));
  return { get: vi.fn(() => promise), answer, refuse };
}

describe('of several requests', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('the newest is taken, whichever is answered first', async () => {
    const latest = new Latest();
    const [old, newer] = [request<string>(), request<string>()];
    const [take, late, fail] = [vi.fn(), vi.fn(), vi.fn()];
    latest.ask(old.get, { take, late, fail });
    latest.ask(newer.get, { take, late, fail });
    newer.answer('newer');
    old.answer('old');
    await vi.runAllTimersAsync();
    expect(take.mock.calls).toEqual([['newer']]);
    expect(late.mock.calls).toEqual([['old']]);
  });

  it('one that fails too late fails in silence', async () => {
    const latest = new Latest();
    const [old, newer] = [request<string>(), request<string>()];
    const fail = vi.fn();
    latest.ask(old.get, { take: vi.fn(), fail });
    latest.ask(newer.get, { take: vi.fn(), fail });
    old.refuse(new Error('old'));
    newer.refuse(new Error('newer'));
    await vi.runAllTimersAsync();
    expect(fail.mock.calls.map(([error]) => (error as Error).message)).toEqual(['newer']);
  });

  it('none is sent that was wanted in passing only', async () => {
    const latest = new Latest();
    const asked = [request<number>(), request<number>(), request<number>()];
    for (const { get } of asked) {
      latest.ask(get, { take: vi.fn(), afterMs: 100 });
      await vi.advanceTimersByTimeAsync(60);
    }
    await vi.runAllTimersAsync();
    expect(asked.map(({ get }) => get.mock.calls.length)).toEqual([0, 0, 1]);
  });

  it('none is taken after the last one is dropped, and dropping an older one drops nothing newer', async () => {
    const latest = new Latest();
    const [old, newer] = [request<string>(), request<string>()];
    const take = vi.fn();
    const dropOld = latest.ask(old.get, { take });
    const dropNewer = latest.ask(newer.get, { take });
    dropOld();
    newer.answer('newer');
    await vi.runAllTimersAsync();
    expect(take.mock.calls).toEqual([['newer']]);
    latest.ask(old.get, { take });
    latest.drop();
    dropNewer();
    old.answer('old');
    await vi.runAllTimersAsync();
    expect(take).toHaveBeenCalledTimes(1);
  });

  it('the newest alone gives its value, or fails, to who awaits it', async () => {
    const latest = new Latest();
    const asked = [request<string>(), request<string>(), request<string>(), request<string>()];
    const [first, second, third, last] = asked.map(({ get }) => latest.newest(get));
    asked[2]!.answer('third');
    asked[3]!.answer('last');
    asked[0]!.answer('first');
    asked[1]!.refuse(new Error('second'));
    expect(await Promise.all([first, second, third, last])).toEqual([
      undefined,
      undefined,
      undefined,
      'last',
    ]);
    const refused = request<string>();
    const failing = latest.newest(refused.get);
    refused.refuse(new Error('refused'));
    await expect(failing).rejects.toThrow('refused');
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { hastened, Pace } from './pace';

describe('what comes in', () => {
  let shown: string[] = [];
  let waiting = 0;
  const pace = () =>
    new Pace<string>(
      (thing) => shown.push(thing),
      (thing, behind) => (thing.startsWith('quiet') ? 0 : hastened(100, behind)),
      (n) => (waiting = n),
    );

  beforeEach(() => {
    vi.useFakeTimers();
    shown = [];
    waiting = 0;
  });
  afterEach(() => vi.useRealTimers());

  it('is shown at once when nothing was shown just before', () => {
    const some = pace();
    some.push('a');
    expect(shown).toEqual(['a']);
    vi.advanceTimersByTime(150);
    some.push('b');
    expect(shown).toEqual(['a', 'b']);
  });

  it('is shown one after the other, and nothing is waited for that tells nothing', () => {
    const some = pace();
    for (const thing of ['a', 'b', 'quiet 1', 'quiet 2', 'c']) some.push(thing);
    expect([shown, waiting]).toEqual([['a'], 4]);
    vi.advanceTimersByTime(100);
    expect([shown, waiting]).toEqual([['a', 'b'], 3]);
    vi.advanceTimersByTime(100);
    expect([shown, waiting]).toEqual([['a', 'b', 'quiet 1', 'quiet 2', 'c'], 0]);
  });

  it('is shown faster where there is much of it', () => {
    const some = pace();
    for (let n = 0; n < 100; n += 1) some.push(`move ${n}`);
    vi.advanceTimersByTime(4000);
    expect(shown.length).toBe(100);
  });

  it('is shown all at once where somebody cannot wait', () => {
    const some = pace();
    for (const thing of ['a', 'b', 'c']) some.push(thing);
    some.flush();
    expect([shown, waiting]).toEqual([['a', 'b', 'c'], 0]);
    some.push('d');
    expect(shown.at(-1)).toBe('d');
  });

  it('is dropped when something newer takes its place', () => {
    const some = pace();
    for (const thing of ['a', 'b']) some.push(thing);
    some.drop();
    vi.advanceTimersByTime(1000);
    expect([shown, waiting]).toEqual([['a'], 0]);
  });
});

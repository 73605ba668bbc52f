// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { inView, SEEN_MS, whenSeen } from './seen';

describe('what has been seen', () => {
  const line = document.createElement('p');
  let above: Element | null;
  let height: number;

  beforeEach(() => {
    vi.useFakeTimers();
    line.textContent = '28 % rallies';
    [above, height] = [line, 20];
    line.getBoundingClientRect = () => ({ left: 10, top: 10, width: 90, height }) as DOMRect;
    document.elementFromPoint = () => above;
  });
  afterEach(() => vi.useRealTimers());

  it('was neither cut off, nor covered, nor empty', () => {
    expect(inView(line)).toBe(true);
    for (const other of [null, document.body]) {
      above = other;
      expect(inView(line)).toBe(false);
    }
    [above, height] = [line, 0];
    expect(inView(line)).toBe(false);
  });

  it('has stood there for a while with the same words, without a break', () => {
    const done = vi.fn();
    whenSeen(() => [line], done);
    vi.advanceTimersByTime(SEEN_MS - 50);
    above = null;
    vi.advanceTimersByTime(200);
    above = line;
    vi.advanceTimersByTime(SEEN_MS - 150);
    line.textContent = '31 % rallies';
    vi.advanceTimersByTime(SEEN_MS - 50);
    expect(done).not.toHaveBeenCalled();
    vi.advanceTimersByTime(300);
    expect(done).toHaveBeenCalledTimes(1);
  });

  it('is something, and is given up with what showed it', () => {
    const done = vi.fn();
    whenSeen(() => [], done);
    whenSeen(() => [line], done)();
    vi.advanceTimersByTime(5000);
    expect(done).not.toHaveBeenCalled();
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Fingers } from './fingers';

const moved = { stir: vi.fn(), pan: vi.fn(), zoomBy: vi.fn() };
const onhold = vi.fn();

describe('fingers on the map', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.resetAllMocks();
  });
  afterEach(() => vi.useRealTimers());

  it('click, if they slip less than a little', () => {
    const fingers = new Fingers(moved, onhold);
    fingers.press(1, { x: 10, y: 10 }, true);
    expect(fingers.move(1, { x: 13, y: 14 })).toBe('rest');
    expect(fingers.lift(1)).toBe(true);
    fingers.press(1, { x: 10, y: 10 }, true);
    expect(fingers.move(1, { x: 20, y: 10 })).toBe('drag');
    expect(fingers.lift(1)).toBe(false);
    expect(moved.pan.mock.calls).toEqual([[10, 0]]);
  });

  it('only hover where they are not down, and a lost one does not click', () => {
    const fingers = new Fingers(moved, onhold);
    expect(fingers.move(1, { x: 0, y: 0 })).toBe('hover');
    expect(fingers.lift(1)).toBe(false);
    fingers.press(2, { x: 0, y: 0 }, false);
    expect(fingers.lift(2, true)).toBe(false);
  });

  it('that rest for long ask, and do not click; a mouse never asks so', () => {
    const fingers = new Fingers(moved, onhold);
    fingers.press(1, { x: 5, y: 6 }, false);
    vi.advanceTimersByTime(600);
    expect(onhold.mock.calls).toEqual([[{ x: 5, y: 6 }]]);
    expect(fingers.lift(1)).toBe(false);
    fingers.press(1, { x: 5, y: 6 }, true);
    vi.advanceTimersByTime(600);
    expect(onhold).toHaveBeenCalledTimes(1);
    expect(fingers.lift(1)).toBe(true);
  });

  it('pinch, two of them: the map grows with the gap, around the point between', () => {
    const fingers = new Fingers(moved, onhold);
    fingers.press(1, { x: 0, y: 0 }, false);
    fingers.press(2, { x: 100, y: 0 }, false);
    fingers.move(2, { x: 200, y: 0 });
    expect(moved.zoomBy.mock.calls).toEqual([[2, { x: 100, y: 0 }]]);
    expect(moved.pan.mock.calls).toEqual([[50, 0]]);
    vi.advanceTimersByTime(600);
    expect(onhold).not.toHaveBeenCalled();
  });
});

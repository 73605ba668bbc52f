import { describe, expect, it } from 'vitest';
import { Follower } from './follow';

const box = (scrollTop: number, scrollHeight: number, clientHeight = 200) => ({
  scrollTop,
  scrollHeight,
  clientHeight,
});

describe('the record', () => {
  it('is followed when much comes in at once, or its room changes', () => {
    const follower = new Follower();
    expect(follower.scrolled(box(800, 1000))).toBe(true);
    // Six hundred more came in before the browser told of the scrolling.
    expect(follower.scrolled(box(800, 1600))).toBe(true);
    // A panel above took half of its room.
    expect(follower.scrolled(box(1400, 1600, 100))).toBe(true);
  });
  it('stays where the reader went, and is followed again from its foot', () => {
    const follower = new Follower();
    follower.scrolled(box(800, 1000));
    expect(follower.scrolled(box(600, 1000))).toBe(false);
    expect(follower.scrolled(box(600, 1300))).toBe(false);
    expect(follower.scrolled(box(1090, 1300))).toBe(true);
  });
  it('is followed when its room grows, is scrolled to the foot, and shrinks before the browser tells', () => {
    const follower = new Follower();
    follower.scrolled(box(716, 1000, 284));
    follower.note(box(629, 1000, 371));
    expect(follower.scrolled(box(629, 1000, 284))).toBe(true);
    // Without the page's word for it, too: the browser itself scrolls what has more room.
    const other = new Follower();
    other.scrolled(box(629, 1000, 371));
    other.scrolled(box(716, 1000, 284));
    expect(other.scrolled(box(629, 1000, 300))).toBe(true);
    // What the reader does then counts as ever.
    expect(other.scrolled(box(500, 1000, 300))).toBe(false);
  });
});

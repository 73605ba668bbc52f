// @vitest-environment jsdom
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type * as W from '../lib/wire';

Element.prototype.scrollTo = vi.fn();
const { default: News } = await import('./News.svelte');

const entry = (at: number, facts: object = {}) =>
  ({ at, rule: '1', key: 'a', text: `entry ${at}`, facts, parts: [] }) as unknown as W.LogEntry;
let shown: ReturnType<typeof mount> | undefined;

function show(entries: W.LogEntry[]): ReturnType<typeof vi.fn> {
  const onhex = vi.fn();
  shown = mount(News, { target: document.body, props: { book: 'jdg', entries, onhex } });
  flushSync();
  return onhex;
}

describe('what has happened since', () => {
  afterEach(() => void (shown && unmount(shown)));

  it('is not told of a single entry, which the record shows', () => {
    show([entry(0)]);
    expect(document.querySelector('[data-testid="news"]')).toBeNull();
  });

  it('is told by its last entries, and how many were before', () => {
    show(Array.from({ length: 15 }, (_, at) => entry(at)));
    const lines = [...document.querySelectorAll('.news p:not(.muted)')].map(
      (p) => p.textContent?.trim().split(/\s{2,}|\n/)[0],
    );
    expect(lines.length).toBe(12);
    expect(lines[0]).toContain('entry 3');
    expect(document.querySelector('.news .muted')?.textContent).toContain('3');
  });

  it('shows where it happened', () => {
    const onhex = show([entry(0), entry(1, { hex: { point: 'h7' } })]);
    const see = document.querySelectorAll<HTMLButtonElement>('.see');
    expect(see.length).toBe(1);
    see[0]!.click();
    expect(onhex).toHaveBeenCalledWith(7);
  });
});

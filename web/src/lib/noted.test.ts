import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { note, noted } from './noted';

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
});
afterEach(() => vi.unstubAllGlobals());

it('what was noted first stays noted', () => {
  note('k3x', 'aaaa');
  note('k3x', 'bbbb');
  note('k4y', '');
  expect([noted('k3x'), noted('k4y'), noted('k5z')]).toEqual(['aaaa', undefined, undefined]);
});

it('the latest games are remembered', () => {
  for (let n = 0; n < 320; n++) note(`g${n}`, `${n}`);
  expect([noted('g0'), noted('g319')]).toEqual([undefined, '319']);
});

it('a browser that stores nothing does no harm', () => {
  vi.stubGlobal('localStorage', undefined);
  note('k3x', 'aaaa');
  expect(noted('k3x')).toBeUndefined();
});

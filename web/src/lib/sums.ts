// Sums of named parts, as the server tells them.

import type { Effect } from './wire';

const signed = (n: number) => (n > 0 ? `+${n}` : String(n).replace('-', '−'));

/** What a part of a sum does: `3`, `+1`, `−1`, `×1/2`, `→2`. */
export function inShort(effect: Effect): string {
  if ('base' in effect) return String(effect.base).replace('-', '−');
  if ('add' in effect) return signed(effect.add);
  if ('shift' in effect) return `${effect.shift < 0 ? '←' : '→'}${Math.abs(effect.shift)}`;
  const [n, of] = effect.times;
  return of === 1 ? `×${n}` : `×${n}/${of}`;
}

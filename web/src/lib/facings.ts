// Which way things look: degrees clockwise from the north, whatever the ground.

import type { Pt } from './camera';

/** The vector of a length in a direction. */
export function polar(degrees: number, length: number): Pt {
  const angle = (degrees * Math.PI) / 180;
  return { x: Math.sin(angle) * length, y: -Math.cos(angle) * length };
}

const ARROWS = ['↑', '↗', '→', '↘', '↓', '↙', '←', '↖'];

/** A direction as an arrow, the nearest there is. */
export function arrowOf(degrees: number): string {
  return ARROWS[Math.round(degrees / 45) % ARROWS.length] ?? '';
}

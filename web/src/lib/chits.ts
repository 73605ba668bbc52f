// The markers in play as chits: those in the cup, those drawn, and so on, equal ones counted.

import { title } from './choices';
import type * as W from './wire';

/** Equal markers. */
export interface Chit {
  text: string;
  side: number | undefined;
  n: number;
}

/** The markers in one state. */
export interface Pile {
  state: W.MarkerStateData;
  n: number;
  chits: Chit[];
}

/** What a marker is called: its name and value, and what it is of. */
function nameOf(board: W.Board, { marker, of }: W.MarkerState): string {
  const data = board.markers[marker];
  const own = `${data?.name ?? ''}${data?.value ? ` ${data.value}` : ''}`;
  return of === undefined ? own : `${own} · ${title(board, of)}`;
}

/** The markers in play, by their state in the board's order. */
export function chits(board: W.Board, position: W.Position): Pile[] {
  return board.marker_states
    .filter((state) => state.in_play)
    .map((state) => {
      const markers = position.markers.filter((marker) => marker.state === state.id);
      const found = new Map<string, Chit>();
      for (const marker of markers) {
        const side = board.markers[marker.marker]?.side ?? marker.side;
        const name = nameOf(board, marker);
        const key = `${name} ${side}`;
        const chit = found.get(key) ?? { text: name, side, n: 0 };
        found.set(key, { ...chit, n: chit.n + 1 });
      }
      return { state, n: markers.length, chits: [...found.values()] };
    })
    .filter(({ n }) => n > 0);
}

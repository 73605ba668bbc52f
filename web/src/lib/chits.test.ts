import { expect, it } from 'vitest';
import { board, position } from './board.fixture';
import { chits } from './chits';

it('markers in play lie in piles by their state, equal ones together', () => {
  const BOARD = board();
  BOARD.markers.push(
    { ...BOARD.markers[0]!, id: 'm2' },
    { id: 'r', name: 'Reserve', value: '', formations: [] },
    { ...BOARD.markers[0]!, id: 'm3' },
  );
  BOARD.marker_states = [
    { id: 'out', label: 'out of play', in_play: false },
    { id: 'cup', label: 'in the cup', in_play: true },
    { id: 'drawn', label: 'drawn', in_play: true },
  ];
  const now = position();
  now.markers = [
    { marker: 0, state: 'cup' },
    { marker: 1, state: 'cup' },
    { marker: 2, state: 'cup', side: 1, of: 'l0' },
    { marker: 3, state: 'out' },
  ];
  expect(chits(BOARD, now).map(({ state, n, chits: pile }) => [state.id, n, pile])).toEqual([
    [
      'cup',
      3,
      [
        { text: 'Lannes 4', side: 0, n: 2 },
        { text: 'Reserve · L', side: 1, n: 1 },
      ],
    ],
  ]);
});

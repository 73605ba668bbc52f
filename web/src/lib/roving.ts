// A long list with buttons in it is one stop of the Tab key; up and down go from button to button inside.

/** Along which arrow keys lead: up and down, left and right, or all four. */
export type Axis = 'column' | 'row' | 'both';

const ARROWS: Record<string, [Axis, 1 | -1]> = {
  ArrowDown: ['column', 1],
  ArrowUp: ['column', -1],
  ArrowRight: ['row', 1],
  ArrowLeft: ['row', -1],
};

/** Which way an arrow key leads: on (1), back (-1), or nowhere (0), as every other key. */
export function stepOf(key: string, axis: Axis): 1 | -1 | 0 {
  const [along, step] = ARROWS[key] ?? [];
  return step !== undefined && (axis === 'both' || axis === along) ? step : 0;
}

/** The place to go to from `at` (-1: none yet) among `count` with a key, around the ends if wished; undefined if the key goes nowhere. */
export function placeFor(
  key: string,
  at: number,
  count: number,
  axis: Axis = 'column',
  around = false,
): number | undefined {
  const step = stepOf(key, axis);
  if (count === 0 || step === 0) return undefined;
  if (at < 0) return step > 0 ? 0 : count - 1;
  return around ? (at + step + count) % count : Math.min(count - 1, Math.max(0, at + step));
}

const INSIDE = 'button, summary, a[href]';

/** Makes a list that can itself be focused such a stop; to be attached to it. Escape leads back from a button to the list. */
export function roving(list: HTMLElement): () => void {
  const fold = () =>
    list.querySelectorAll<HTMLElement>(INSIDE).forEach((one) => one.tabIndex !== -1 && (one.tabIndex = -1));
  const keys = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const all = [...list.querySelectorAll<HTMLElement>(INSIDE)].filter((one) => one.checkVisibility());
    const at = all.indexOf(document.activeElement as HTMLElement);
    if (event.key === 'Escape' && at >= 0) list.focus();
    else {
      const to = placeFor(event.key, at, all.length);
      if (to === undefined) return;
      all[to]!.focus();
    }
    event.preventDefault();
    event.stopPropagation();
  };
  fold();
  const watch = new MutationObserver(fold);
  watch.observe(list, { childList: true, subtree: true });
  list.addEventListener('keydown', keys);
  return () => {
    watch.disconnect();
    list.removeEventListener('keydown', keys);
  };
}

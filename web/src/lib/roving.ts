// A long list with buttons in it is one stop of the Tab key; up and down go from button to button inside.

/** The place to go to from `at` (-1: none yet) among `count` with a key; undefined if the key goes nowhere. */
export function placeFor(key: string, at: number, count: number): number | undefined {
  if (count === 0) return undefined;
  switch (key) {
    case 'ArrowDown':
      return at < 0 ? 0 : Math.min(count - 1, at + 1);
    case 'ArrowUp':
      return at < 0 ? count - 1 : Math.max(0, at - 1);
    default:
      return undefined;
  }
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

// The published hashes of the dice's seeds, noted by the browser when it first sees a game: so nobody can exchange a seed afterwards
// without the dice page finding it.

const KEY = 'berthier-noted';
/** So many games are remembered, the latest. */
const MOST = 300;

function load(): [string, string][] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? (kept as [string, string][]) : [];
  } catch {
    return [];
  }
}

/** Notes the hash of a game that is not over, once: what comes later does not replace it. */
export function note(game: string, hash: string): void {
  const all = load();
  if (!hash || all.some(([known]) => known === game)) return;
  try {
    localStorage.setItem(KEY, JSON.stringify([...all, [game, hash]].slice(-MOST)));
  } catch {
    // A browser that stores nothing cannot note anything; one can still write it down.
  }
}

/** What was noted of a game. */
export function noted(game: string): string | undefined {
  return load().find(([known]) => known === game)?.[1];
}

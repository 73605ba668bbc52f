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

/** Notes the hash of a game that is not over, or several with blanks between them: what comes later is added, and replaces nothing. */
export function note(game: string, hash: string): void {
  const all = load();
  const known = all.find(([other]) => other === game)?.[1];
  if (!hash || (known !== undefined && !hash.startsWith(`${known} `))) return;
  try {
    localStorage.setItem(
      KEY,
      JSON.stringify([...all.filter(([other]) => other !== game), [game, hash]].slice(-MOST)),
    );
  } catch {
    // A browser that stores nothing cannot note anything; one can still write it down.
  }
}

/** What was noted of a game. */
export function noted(game: string): string | undefined {
  return load().find(([known]) => known === game)?.[1];
}

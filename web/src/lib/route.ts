// Which page an address names. The address stands behind the `#`, so that its secrets reach no server's log.

import type { Eyes } from './api';

export type Route =
  | { page: 'lobby' }
  | { page: 'game'; id: string; as: Eyes }
  | { page: 'join'; id: string; side: number; code: string | undefined }
  | { page: 'replay'; id: string; as: Eyes }
  | { page: 'dice'; id: string }
  | { page: 'rules'; book: string; rule: string | undefined }
  | { page: 'mail'; deed: 'confirm' | 'stop'; secret: string }
  | { page: 'missing' };

function eyes(query: string): Eyes {
  const as = new URLSearchParams(query).get('as') ?? query;
  if (as === 'watch') return 'watch';
  return /^\d+$/.test(as) ? Number(as) : undefined;
}

/** The page of an address like `#/game/k3x?as=1` or `#/game/k3x?watch`. */
export function routeOf(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  let parts: string[];
  try {
    parts = path.split('/').map(decodeURIComponent);
  } catch {
    return { page: 'missing' };
  }
  const [page = '', first = '', second = '', third = ''] = parts;
  if (page === '') return { page: 'lobby' };
  if (first === '') return { page: 'missing' };
  switch (page) {
    case 'game':
      return { page, id: first, as: eyes(query) };
    case 'join':
      return /^\d+$/.test(second)
        ? { page, id: first, side: Number(second), code: third || undefined }
        : { page: 'missing' };
    case 'replay':
      return { page, id: first, as: eyes(query) };
    case 'dice':
      return { page, id: first };
    case 'rules':
      return { page, book: first, rule: second || undefined };
    case 'mail':
      return (first === 'confirm' || first === 'stop') && second
        ? { page, deed: first, secret: second }
        : { page: 'missing' };
    default:
      return { page: 'missing' };
  }
}

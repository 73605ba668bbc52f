// The page from a folder instead of from the program: for work on the page alone, BERTHIER_DIST names what `vite build` wrote.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';

const dist = process.env.BERTHIER_DIST;

/** A page that the test itself hands over is of no known place for the browser; its sockets to this machine are allowed all the same. */
export const LOCAL_SOCKETS = dist ? ['--disable-features=LocalNetworkAccessChecks'] : [];

/** Hands the page's files over from the folder, if one is named. */
export async function fromFolder(context: BrowserContext): Promise<void> {
  if (!dist) return;
  await context.route(
    (address) => !address.pathname.startsWith('/api'),
    async (route) => {
      const { pathname } = new URL(route.request().url());
      const path = join(dist, pathname === '/' ? 'index.html' : pathname);
      await (existsSync(path) ? route.fulfill({ path }) : route.continue());
    },
  );
}

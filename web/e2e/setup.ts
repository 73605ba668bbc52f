// One server and one browser for all tests.

import { chromium, type BrowserServer } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { chromiumPath, Program } from './program';
import { LOCAL_SOCKETS } from './dist';

declare module 'vitest' {
  interface ProvidedContext {
    origin: string;
    browser: string;
  }
}

const TRIES = 3;

/** A browser. On a machine with much else to do it may fall over as it starts: then it is started again. */
async function launched(): Promise<BrowserServer> {
  for (let n = 1; ; n++) {
    try {
      return await chromium.launchServer({
        executablePath: chromiumPath(),
        args: ['--font-render-hinting=none', '--disable-gpu', ...LOCAL_SOCKETS],
      });
    } catch (error) {
      if (n === TRIES) throw error;
    }
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await Program.start();
  const browser = await launched().catch(async (error: unknown) => {
    await server.remove();
    throw error;
  });
  project.provide('origin', server.origin);
  project.provide('browser', browser.wsEndpoint());
  return async () => {
    await browser.close();
    await server.remove();
  };
}

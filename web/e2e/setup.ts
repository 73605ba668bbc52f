// One server and one browser for all tests.

import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { chromiumPath, Program } from './program';

declare module 'vitest' {
  interface ProvidedContext {
    origin: string;
    browser: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await Program.start();
  const browser = await chromium.launchServer({ executablePath: chromiumPath(), args: ['--font-render-hinting=none', '--disable-gpu'] });
  project.provide('origin', server.origin);
  project.provide('browser', browser.wsEndpoint());
  return async () => {
    await browser.close();
    await server.remove();
  };
}

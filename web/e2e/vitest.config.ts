// The end-to-end tests: the built program, its page in a headless Chromium. `cargo xtask e2e` builds both before.

import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: import.meta.dirname,
  test: {
    include: ['*.e2e.ts'],
    globalSetup: ['setup.ts'],
    // One browser and one server for all; two cores carry two files at once.
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 90_000,
    teardownTimeout: 60_000,
    // Battles and dice differ from run to run, and other work takes the machine: what fails once is tried again, and the report says so.
    retry: process.env.CI ? 2 : 0,
    reporters: ['verbose'],
  },
});

import { defineConfig } from 'vitest/config';
import { svelte } from '@sveltejs/vite-plugin-svelte';

// The server's address, for `npm run dev`; the built page is served by the server itself.
const server = process.env.BERTHIER ?? 'http://127.0.0.1:1806';

export default defineConfig({
  plugins: [svelte()],
  // Components are tested as the browser has them.
  resolve: process.env.VITEST ? { conditions: ['browser'] } : {},
  build: {
    target: 'es2022',
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { fs: { allow: ['..'] }, proxy: { '/api': { target: server, ws: true } } },
  test: { include: ['src/**/*.test.ts'], environment: 'node' },
});

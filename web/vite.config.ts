import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: '../src/gridhall/server/client',
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    manifest: 'manifest.json',
  },
  // Runes are tested as the browser runs them, though without a page.
  resolve: process.env.VITEST ? { conditions: ['browser'] } : undefined,
  // No clock decides a test: modules are compiled when a test first wants them, which takes long on a busy machine.
  test: { include: ['tests/*.test.ts'], environment: 'node', testTimeout: 0, hookTimeout: 0 },
});

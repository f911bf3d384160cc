import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Plugin } from 'vitest/config';

/** What is read first needs the styles alone; scripts come behind them, and a slow line never carries both at once. */
const scriptsLast: Plugin = {
  name: 'scripts-last',
  transformIndexHtml: {
    order: 'post',
    handler: (page) => page.replace(/<(script type="module"|link rel="modulepreload")/g, '<$1 fetchpriority="low"'),
  },
};

/**
 * What is fetched is wanted now. Chromium, told so by the first line of a file, compiles it beside the page while it
 * comes; else it would compile each function when that is first called, in the midst of drawing.
 */
const compiledAhead: Plugin = {
  name: 'compiled-ahead',
  generateBundle: {
    order: 'post',
    handler: (_, bundle) => {
      for (const part of Object.values(bundle))
        if (part.type === 'chunk') part.code = `//# allFunctionsCalledOnLoad\n${part.code}`;
    },
  },
};

export default defineConfig({
  plugins: [svelte(), scriptsLast, compiledAhead],
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

import { defineConfig } from 'vite';

/**
 * Builds the page as static files. File names contain a hash of the content. The page contains nothing inline, and
 * loads nothing from another host.
 */
export default defineConfig({
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    target: 'es2023',
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    modulePreload: { polyfill: false },
    // Without this setting, Vite would embed small files as `data:` URLs, which the page's content security policy
    // forbids.
    assetsInlineLimit: 0,
    sourcemap: false,
  },
  server: { proxy: { '/api': 'http://localhost:4004', '/sign-in': 'http://localhost:4004' } },
});

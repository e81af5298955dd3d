import { defineConfig } from 'vite';

/** The page as static files: names carry the hash of their content, nothing is inline, nothing comes from another host. */
export default defineConfig({
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    target: 'es2023',
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    modulePreload: { polyfill: false },
    // Small files would become data addresses, which the policy of the page forbids.
    assetsInlineLimit: 0,
    sourcemap: false,
  },
  server: { proxy: { '/api': 'http://localhost:4004', '/sign-in': 'http://localhost:4004' } },
});

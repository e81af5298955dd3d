import { defineConfig } from 'vitepress';
import { inPackage } from '../../build/in-package.mjs';
import { indexed } from '../../build/indexed.mjs';
import { withInserts } from '../../build/inserts.mjs';
import { languages, navigation, pagesOf, searchInJapanese } from './navigation.mjs';

/** @type {Map<string, string>} */
const coloured = new Map();

/**
 * A page is rendered several times, for browsers and for the search. Its code is coloured once.
 *
 * @template {(code: string, ...how: string[]) => string} Highlight
 * @param {Highlight} highlight
 */
function onceForEachCode(highlight) {
  return (/** @type {Parameters<Highlight>} */ ...given) => {
    const key = JSON.stringify(given);
    const html = coloured.get(key) ?? highlight(...given);
    coloured.set(key, html);
    return html;
  };
}

const pages = new Set(languages.flatMap((language) => pagesOf(language).map((link) => `${link.slice(1)}.md`)));

export default defineConfig({
  title: 'Trading Platform',
  base: '/docs/',
  outDir: inPackage('dist', 'site'),
  cacheDir: inPackage('node_modules', '.cache', 'vitepress'),
  cleanUrls: true,
  // The pages enter the index of the search in their order, so that two builds are the same.
  buildConcurrency: 1,
  // This bundler does not know the compilation target of this repository.
  vite: { esbuild: { tsconfigRaw: {} } },
  // The data of the site becomes a file: pages then have no inline script except the two that choose the colours.
  metaChunk: true,
  // Without transitions VitePress would add a style element, which the policy of the pages forbids.
  appearance: { disableTransition: false },
  head: [
    ['link', { rel: 'icon', href: '/docs/mark.svg', type: 'image/svg+xml' }],
    ['meta', { name: 'color-scheme', content: 'light dark' }],
  ],
  transformHead: ({ pageData: { relativePath } }) =>
    pages.has(relativePath)
      ? [['link', { rel: 'alternate', type: 'text/markdown', href: `/docs/${relativePath}` }]]
      : [],
  // VitePress does not make the reference pages.
  ignoreDeadLinks: [/\/reference\//],
  markdown: {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    // With a time limit, a busy machine would not colour a whole line. But two builds must be the same.
    codeTransformers: [{ preprocess: (_code, options) => void (options.tokenizeTimeLimit = 0) }],
    config(markdown) {
      markdown.options.highlight = onceForEachCode(markdown.options.highlight);
      markdown.core.ruler.before('normalize', 'inserts', (state) => {
        state.src = withInserts(state.src);
      });
      // Scrolling areas must be reachable by keyboard.
      markdown.core.ruler.push('reachable', (state) => {
        for (const token of state.tokens) if (token.type === 'table_open') token.attrSet('tabindex', '0');
      });
      // VitePress draws the ids of tabs at random, but two builds must be the same.
      const openTabs = markdown.renderer.rules['container_code-group_open'];
      markdown.renderer.rules['container_code-group_open'] = (tokens, index, ...others) => {
        const html = openTabs(tokens, index, ...others);
        const ids = new Set(html.match(/(?<=")(?:group|tab)-[\w-]+(?=")/g));
        return [...ids].reduce((text, id, number) => text.replaceAll(`"${id}"`, `"tabs-${index}-${number}"`), html);
      };
    },
  },
  locales: {
    root: {
      label: 'English',
      lang: 'en',
      description: 'Guide and reference for callers',
      themeConfig: navigation('en'),
    },
    ja: { label: '日本語', lang: 'ja', description: '連携システム開発者向けガイド', themeConfig: navigation('ja') },
  },
  themeConfig: {
    logo: { src: '/mark.svg', alt: '', width: 26, height: 26 },
    search: {
      provider: 'local',
      options: {
        detailedView: false,
        locales: { ja: { translations: searchInJapanese } },
        _render(source, env, markdown) {
          const html = markdown.render(source, env);
          return indexed(html, env.relativePath.startsWith('ja/') ? 'ja' : 'en');
        },
      },
    },
  },
});

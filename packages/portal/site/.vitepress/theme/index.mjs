import { useData } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import { h } from 'vue';
import './style.css';
import { divideQueries } from './divide-queries.mjs';

const Versions = () => h('p', { class: 'versions' }, useData().theme.value.versions);

/** VitePress's own theme with the reader's system fonts: no font is loaded, and Japanese looks familiar. */
export default {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, null, { 'doc-footer-before': () => h(Versions) }),
  enhanceApp({ siteData }) {
    divideQueries(siteData.value);
  },
};

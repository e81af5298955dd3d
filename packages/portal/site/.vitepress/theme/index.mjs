import DefaultTheme from 'vitepress/theme-without-fonts';
import './style.css';
import { divideQueries } from './divide-queries.mjs';

/** VitePress's own theme with the reader's system fonts: no font is loaded, and Japanese looks familiar. */
export default {
  extends: DefaultTheme,
  enhanceApp({ siteData }) {
    divideQueries(siteData.value);
  },
};

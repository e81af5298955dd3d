import DefaultTheme from 'vitepress/theme-without-fonts';
import './style.css';
import { divideQueries } from './divide-queries.mjs';

/** VitePress's own theme with the fonts of the reader's system: no font is loaded, and Japanese looks as at home. */
export default {
  extends: DefaultTheme,
  enhanceApp({ siteData }) {
    divideQueries(siteData.value);
  },
};

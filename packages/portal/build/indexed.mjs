import { wholeName } from '../site/.vitepress/theme/divide-queries.mjs';

const segmenter = new Intl.Segmenter('ja', { granularity: 'word' });
/** A hair space. The search treats it as the end of a word, but titles look unchanged. */
const boundary = '\u200A';

/**
 * HTML for the index of the search. Each name of a field is one word. Japanese words are separated, because Japanese
 * has no blanks.
 *
 * @param {string} html
 * @param {'en' | 'ja'} language
 */
export function indexed(html, language) {
  return html.replace(/>([^<]+)/g, (_all, text) => `>${wholeName(language === 'ja' ? segmentText(text) : text)}`);
}

/** @param {string} text */
function segmentText(text) {
  return Array.from(segmenter.segment(text), ({ segment }) => segment).join(boundary);
}

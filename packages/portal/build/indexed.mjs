import { wholeName } from '../site/.vitepress/theme/divide-queries.mjs';

const segmenter = new Intl.Segmenter('ja', { granularity: 'word' });
/** A hair space: the search treats it as the end of a word, and titles look unchanged. */
const boundary = '\u200A';

/**
 * HTML for the index of the search: names of fields as one word and, because Japanese has no blanks, Japanese words separated.
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

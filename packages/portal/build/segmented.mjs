const segmenter = new Intl.Segmenter('ja', { granularity: 'word' });
/** A hair space: the search treats it as the end of a word, and titles look unchanged. */
const boundary = '\u200A';

/**
 * HTML with Japanese words separated, for the index of the search, because Japanese has no blanks.
 *
 * @param {string} html
 */
export function segmented(html) {
  return html.replace(/>([^<]+)/g, (_all, text) => `>${segmentText(text)}`);
}

/** @param {string} text */
function segmentText(text) {
  return Array.from(segmenter.segment(text), ({ segment }) => segment).join(boundary);
}

const segmenter = new Intl.Segmenter('ja', { granularity: 'word' });
/** A hair space: the search takes it for the end of a word, and titles look as before. */
const boundary = '\u200A';

/**
 * HTML whose Japanese words are told apart, for the index of the search: Japanese is written without blanks.
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

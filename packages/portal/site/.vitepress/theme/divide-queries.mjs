const separators = /[\n\r\p{Z}\p{P}]+/u;
/** The search treats `_` as the end of a word. This letter looks like `_`, but does not end a word. */
const joint = '\u02CD';

/**
 * Returns the text in a form in which the search treats every field name as one word.
 *
 * @param {string} text
 */
export function wholeName(text) {
  return text.replaceAll('_', joint);
}

/**
 * Lets the search split queries like its index: Japanese into words. It is set here, because a function in the
 * configuration would reach the browser as text to be evaluated, which the policy of the pages forbids.
 */
export function divideQueries({ themeConfig }) {
  const { options } = themeConfig.search;
  options.miniSearch = { options: { tokenize }, searchOptions };
}

/** Pages that only mention everything, and programs, come after the pages that explain it. */
const lowRanks = [
  [/\/changes(\.html)?(#|$)/, 0.1],
  [/\/open-points(\.html)?(#|$)/, 0.1],
  [/\/sandbox(\.html)?(#|$)/, 0.2],
  [/\/glossary(\.html)?(#|$)/, 0.5],
  [/\/conformance(\.html)?#/, 0.5],
  [/#(the-program|プログラム)$/, 0.5],
  [/\/calls(\.html)?(#|$)/, 0.6],
  [/\/generators(\.html)?(#|$)/, 0.8],
];

/** The options for finding and ranking results. */
export const searchOptions = {
  // Readers mean codes and names of fields exactly as they type them.
  fuzzy: (term) => (term.includes(joint) || /\d/.test(term) ? false : 0.2),
  prefix: (term) => !/^e\d{6}$/i.test(term),
  boost: { title: 6, titles: 3, text: 1 },
  boostDocument: (id, _term, _stored) => lowRanks.find(([pages]) => pages.test(id.normalize()))?.[1] ?? 1,
};

/** @param {string} query */
function tokenize(query) {
  const text = wholeName(query);
  if (typeof Intl.Segmenter !== 'function' || !/[\u3040-\u30ff\u3400-\u9fff]/.test(text)) return text.split(separators);
  const segmenter = new Intl.Segmenter('ja', { granularity: 'word' });
  return Array.from(segmenter.segment(text), ({ segment }) => segment).flatMap((word) => word.split(separators));
}

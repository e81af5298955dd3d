const separators = /[\n\r\p{Z}\p{P}]+/u;

/**
 * Lets the search split queries like its index: Japanese into words. It is set here, because a function in the
 * configuration would reach the browser as text to be evaluated, which the policy of the pages forbids.
 */
export function divideQueries({ themeConfig }) {
  const { options } = themeConfig.search;
  options.miniSearch = { ...options.miniSearch, options: { ...options.miniSearch?.options, tokenize } };
}

/** @param {string} text */
function tokenize(text) {
  if (typeof Intl.Segmenter !== 'function' || !/[\u3040-\u30ff\u3400-\u9fff]/.test(text)) return text.split(separators);
  const segmenter = new Intl.Segmenter('ja', { granularity: 'word' });
  return Array.from(segmenter.segment(text), ({ segment }) => segment).flatMap((word) => word.split(separators));
}

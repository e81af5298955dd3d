/**
 * Returns a text in the form in which texts are compared for a search: in lower case, with wide and narrow characters
 * made equal, without control characters, and with single spaces.
 *
 * @param longest the maximum number of UTF-16 code units
 */
export function findKey(text: string, longest = Number.POSITIVE_INFINITY): string {
  const key = text
    .normalize('NFKC')
    .toLowerCase()
    // oxlint-disable-next-line eslint/no-restricted-globals -- One run of characters.
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return key.slice(0, longest).toWellFormed();
}

/** Returns the words of a key, each once. */
export function wordsOf(key: string): readonly string[] {
  return [...new Set(key.split(' '))].filter((word) => word !== '');
}

/** Whether a key contains all words of another key. */
export function hasWords(key: string, words: readonly string[]): boolean {
  return words.every((word) => key.includes(word));
}

/** @typedef {{ word: string, japanese: string, meaning: string, field: string }} Entry */

/**
 * The glossary as a list of words: it stays readable on a phone, which its tables do not.
 *
 * @param {string} document `docs/glossary.md`
 * @param {'en' | 'ja'} language
 */
export function glossary(document, language) {
  const sections = document.split(/^## /m).slice(1);
  return sections.map((section) => describeSection(section, language)).join('\n\n');
}

/** @type {Readonly<Record<string, string>>} */
const titles = {
  Trading: '取引',
  'Settings and dates': '設定と日付',
  Batches: 'バッチ',
  Authentication: '認証',
  'Requests and answers': 'リクエストと応答',
};

/**
 * @param {string} section
 * @param {'en' | 'ja'} language
 */
function describeSection(section, language) {
  const [title = ''] = section.split('\n');
  const entries = rowsOf(section);
  const shown = language === 'ja' ? entries.filter(({ japanese }) => japanese !== '') : entries;
  const heading = language === 'ja' ? (titles[title] ?? title) : title;
  return [`## ${heading}`, ...shown.map((entry) => describeEntry(entry, language))].join('\n\n');
}

/**
 * @param {string} section
 * @returns {Entry[]}
 */
function rowsOf(section) {
  const rows = section.split('\n').filter((line) => line.startsWith('|'));
  const [head = [], , ...body] = rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  return body.map((cells) => {
    const cell = (/** @type {string} */ name) => cells[head.indexOf(name)] ?? '';
    return { word: cell('word'), japanese: cell('Japanese'), meaning: cell('meaning'), field: cell('in the contract') };
  });
}

/**
 * @param {Entry} entry
 * @param {'en' | 'ja'} language
 */
function describeEntry({ word, japanese, meaning, field }, language) {
  const where = field === '' ? '' : ` (${field})`;
  if (language === 'ja') return `**${japanese}**（${word}）<br><span lang="en">${meaning}</span>${where}`;
  const term = japanese === '' ? '' : ` <span lang="ja">${japanese}</span>`;
  return `**${word}**${term}<br>${meaning}${where}`;
}

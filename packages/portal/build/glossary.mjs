/** @typedef {{ word: string, meaning: Readonly<Record<'en' | 'ja', string>>, term: string, field: string }} Entry */

/**
 * The glossary as a list of words, because its tables are unreadable on a phone.
 *
 * @param {string} document `docs/glossary.md`
 * @param {'en' | 'ja'} language
 */
export function glossary(document, language) {
  const sections = document.split(/^## /m).slice(1);
  return sections.map((section) => sectionText(section, language)).join('\n\n');
}

/** @type {Readonly<Record<string, string>>} */
const titles = {
  Trading: '取引',
  'Settings and dates': '設定と日付',
  Batches: 'バッチ',
  Authentication: '認証',
  'Requests and answers': 'リクエストと応答',
  'Command line of callers': 'コマンドライン',
  Conformance: '適合性の検査',
};

/**
 * @param {string} section
 * @param {'en' | 'ja'} language
 */
function sectionText(section, language) {
  const [title = ''] = section.split('\n');
  const heading = language === 'ja' ? titles[title] : title;
  if (heading === undefined) throw new RangeError(`The glossary's section ${title} has no Japanese title`);
  return [`## ${heading}`, ...rowsOf(section).map((entry) => entryText(entry, language))].join('\n\n');
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
    const needed = (/** @type {string} */ name) => {
      if (cell(name) === '') throw new RangeError(`The glossary's word ${cells[0]} has an empty cell: ${name}`);
      return cell(name);
    };
    return {
      word: needed('word'),
      term: needed('Japanese'),
      meaning: { en: needed('meaning'), ja: needed('meaning in Japanese') },
      field: cell('in the contract'),
    };
  });
}

/**
 * @param {Entry} entry
 * @param {'en' | 'ja'} language
 */
function entryText({ word, term, meaning, field }, language) {
  if (language === 'ja') return `**${term}**（${word}） ${field.replaceAll(', ', '、')}<br>${meaning.ja}`;
  const where = field === '' ? '' : ` (${field})`;
  return `**${word}** <span lang="ja">${term}</span><br>${meaning.en}${where}`;
}

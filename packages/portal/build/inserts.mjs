import { readFileSync } from 'node:fs';
import { ownLimits } from '@trading-platform/domain-types';
import { errorMeanings } from '@trading-platform/domain-types/meanings';
import { batchLife } from './batch-life.mjs';
import { callList } from './call-list.mjs';
import { changes } from './changes.mjs';
import { dateKinds } from './date-kinds.mjs';
import { scenarioList, survivalTable } from './example-survival.mjs';
import { glossary } from './glossary.mjs';
import { inPackage, inRepository } from './in-package.mjs';
import { openPoints } from './open-points.mjs';
import { rightsTable } from './rights.mjs';
import { slipActions, slipLife } from './slip-life.mjs';

/** @typedef {'en' | 'ja'} Language */

const settings = readFileSync(inRepository('.env.example'), 'utf8');

/**
 * Fills the inserts of a page, so that each fact is written only once. `<!-- insert: NAME -->` stands for a text,
 * `{setting:NAME}` for the default of a setting, and `{limit:NAME}` for a limit of the contract.
 *
 * @param {string} source
 * @throws RangeError if a page names an unknown insert
 */
export function withInserts(source) {
  return source
    .replace(/^<!-- insert: (\w[\w-]*) (en|ja) -->$/gm, (_all, name, language) => insert(name, language))
    .replace(/\{setting:(\w+)\}/g, (_all, name) => settingDefault(name))
    .replace(/\{limit:(\w+)\}/g, (_all, name) => asNumber(ownLimits, name));
}

/**
 * @param {string} name
 * @param {Language} language
 */
function insert(name, language) {
  if (name === 'batch-life') return batchLife(language);
  if (name === 'calls') return callList(language);
  if (name === 'changes')
    return changes(JSON.parse(readFileSync(inPackage('site', 'releases.json'), 'utf8')), language);
  if (name === 'date-kinds') return dateKinds(language);
  if (name === 'example-survival') return survivalTable(language);
  if (name === 'scenarios') return scenarioList(language);
  if (name === 'error-codes') return errorCodes(language);
  if (name === 'rights') return rightsTable(language);
  if (name === 'slip-life') return slipLife(language);
  if (name === 'slip-actions') return slipActions(language);
  if (name === 'glossary') return glossary(readDocument('glossary'), language);
  if (name === 'open-points') {
    return withoutLinks(openPoints(readDocument('open-points'), readDocument('open-points.ja'), language));
  }
  throw new RangeError(`No page can insert ${name}`);
}

/** @param {Language} language */
function errorCodes(language) {
  const words = { en: ['Cause', 'What to do'], ja: ['原因', '対処'] }[language];
  return Object.entries(errorMeanings)
    .map(([code, { cause, remedy }]) =>
      [`### ${code}`, `**${words[0]}**: ${cause[language]}`, `**${words[1]}**: ${remedy[language]}`].join('\n\n'),
    )
    .join('\n\n');
}

/** @param {string} name */
function readDocument(name) {
  return readFileSync(inRepository('docs', `${name}.md`), 'utf8');
}

/** Links to other documents of the repository become text. */
function withoutLinks(/** @type {string} */ text) {
  return text.replace(/\[([^\]]+)\]\((?!#)[^)]*\)/g, '$1');
}

/** @param {string} name */
function settingDefault(name) {
  const [, value = ''] = new RegExp(`^#?${name}=(.+)$`, 'm').exec(settings) ?? [];
  if (value === '') throw new RangeError(`No setting ${name} has a default`);
  return /^\d+$/.test(value) ? Number(value).toLocaleString('en') : value;
}

/**
 * @param {Readonly<Record<string, number>>} limits
 * @param {string} name
 */
function asNumber(limits, name) {
  const value = limits[name];
  if (value === undefined) throw new RangeError(`There is no limit ${name}`);
  return value.toLocaleString('en');
}

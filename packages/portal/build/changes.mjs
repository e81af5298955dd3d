import { readFileSync } from 'node:fs';
import { inRepository } from './in-package.mjs';

/** @typedef {'en' | 'ja'} Language */

/**
 * A release in `site/releases.json`; `npm run release` adds it.
 *
 * @typedef {object} Release
 * @property {string | null} date `2026-12-01`; null before the release
 * @property {readonly { name: keyof typeof titles, version: string, entries: readonly Entry[] }[]} packages
 */

/** @typedef {{ group: keyof typeof groups, en: string, ja: string }} Entry */

const titles = {
  api: { en: 'Data API', ja: 'データAPI' },
  auth: { en: 'Authentication server', ja: '認証サーバー' },
  client: { en: 'SDK `@trading-platform/client`', ja: 'SDK（`@trading-platform/client`）' },
  tp: { en: 'Command line `tp`', ja: 'コマンドライン（`tp`）' },
};

const groups = {
  Added: { en: '**Added**: ', ja: '**追加**：' },
  Changed: { en: '**Changed**: ', ja: '**変更**：' },
  Corrected: { en: '**Corrected**: ', ja: '**修正**：' },
  Removed: { en: '**Removed**: ', ja: '**削除**：' },
};

const notReleased = { en: 'Not released yet', ja: '未リリース' };
const locales = { en: 'en-GB', ja: 'ja-JP' };

/**
 * One section for each release. The newest release comes first.
 *
 * @param {readonly Release[]} releases
 * @param {Language} language
 */
export function changes(releases, language) {
  return releases
    .flatMap(({ date, packages }) => [
      `## ${date === null ? notReleased[language] : dayOf(date, language)}`,
      ...packages.flatMap(({ name, version, entries }) => [
        `### ${titles[name][language]} ${version}`,
        entries.map((entry) => `- ${groups[entry.group][language]}${entry[language]}`).join('\n'),
      ]),
    ])
    .join('\n\n');
}

/**
 * The versions of the services that this portal describes.
 *
 * @param {Language} language
 */
export function versions(language) {
  return /** @type {const} */ (['api', 'auth'])
    .map((app) => {
      const { version } = JSON.parse(readFileSync(inRepository('apps', app, 'package.json'), 'utf8'));
      return `${titles[app][language]} ${version}`;
    })
    .join(' · ');
}

/**
 * @param {string} date
 * @param {Language} language
 */
function dayOf(date, language) {
  return new Intl.DateTimeFormat(locales[language], { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(date));
}

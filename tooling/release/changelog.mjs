import { groups } from './changesets.mjs';

/** The line under the heading of a section that was written by hand and is not released yet. */
const notReleased = 'Not released yet.';
const section = /^## (\S+)\n\nNot released yet\.\n\n/m;

/**
 * Returns the version of the section that was written by hand and is not released yet.
 *
 * @param {string} changelog
 * @returns {string | undefined}
 */
export const writtenVersion = (changelog) => section.exec(changelog)?.[1];

/**
 * @param {string} changelog
 * @returns {string} the section without the line `Not released yet.`
 */
export const asReleased = (changelog) => changelog.replace(`\n${notReleased}\n`, '');

/**
 * Returns the changelog with a section for a new version, above the sections of older versions.
 *
 * @param {string} changelog
 * @param {string} version
 * @param {readonly import('./changesets.mjs').Entry[]} entries empty if only versions of dependencies changed
 * @returns {string}
 */
export function withVersion(changelog, version, entries) {
  const parts = groups.flatMap((group) => {
    const texts = entries.filter((entry) => entry.group === group).map(({ text }) => `- ${text}`);
    return texts.length === 0 ? [] : [`### ${group}\n\n${texts.join('\n')}`];
  });
  const added = [`## ${version}`, ...(parts.length === 0 ? ['Nothing changed for its users.'] : parts)].join('\n\n');
  const at = changelog.search(/^## /m);
  return at < 0
    ? `${changelog.trimEnd()}\n\n${added}\n`
    : `${changelog.slice(0, at)}${added}\n\n${changelog.slice(at)}`;
}

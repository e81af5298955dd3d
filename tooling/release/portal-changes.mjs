import { callersPackages, groups } from './changesets.mjs';

/**
 * One release in the change log of the portal, in the form of `packages/portal/site/releases.json`.
 *
 * @typedef {object} CallersRelease
 * @property {string | null} date `2026-12-01`; null before the release
 * @property {readonly CallersPackage[]} packages
 */

/**
 * @typedef {object} CallersPackage
 * @property {string} name `client`
 * @property {string} version
 * @property {readonly { group: string, en: string, ja: string }[]} entries
 */

/**
 * Returns the releases with the new release in front. If the first release was written by hand and has no date yet,
 * that entry becomes the new release and gets the date and the versions.
 *
 * @param {readonly CallersRelease[]} releases
 * @param {{ date: string, versionOf: (name: string) => string, entriesOf: (name: string) => readonly import('./changesets.mjs').Entry[] }} made
 * @returns {readonly CallersRelease[]}
 */
export function withRelease(releases, { date, versionOf, entriesOf }) {
  const [first, ...others] = releases;
  if (first?.date === null) {
    return [{ date, packages: first.packages.map((each) => ({ ...each, version: versionOf(each.name) })) }, ...others];
  }
  const packages = callersPackages.map((name) => ({
    name,
    version: versionOf(name),
    entries: entriesOf(name)
      .map(({ group, text, japanese = '' }) => ({ group, en: text, ja: japanese }))
      .toSorted((a, b) => order(a.group) - order(b.group)),
  }));
  const changed = packages.filter(({ entries }) => entries.length > 0);
  return changed.length === 0 ? releases : [{ date, packages: changed }, ...releases];
}

/** @param {string} group */
const order = (group) => groups.findIndex((each) => each === group);

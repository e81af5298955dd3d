import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { Failure } from '@trading-platform/bootstrap/failure';
import { filesOf, packAll } from '@trading-platform/published/pack';
import { problemsOf } from '@trading-platform/published/package-problems';
import { writtenVersion } from './changelog.mjs';

/**
 * The published contents of one package.
 *
 * @typedef {object} Contents
 * @property {string} name `@trading-platform/client`
 * @property {string} version
 * @property {string} folder `packages/client`
 * @property {string} tarball path
 * @property {string} integrity `sha512-…` of the tarball, in the form of registries
 * @property {number} bytes of the tarball
 * @property {number} files
 */

/**
 * Packs and checks all packages. A package comes after the packages on which it depends.
 *
 * @param {string} root of a workspace, built
 * @param {string} destination a folder for the tarballs
 * @returns {Promise<readonly Contents[]>}
 * @throws {Failure} for the first package with a defect
 */
export async function packAndLook(root, destination) {
  const packed = inOrderOfNeed(await packAll(destination, root));
  const contents = [];
  for (const each of packed) {
    const [problem] = [...(await problemsOf(each)), ...changelogProblems(each), ...foreignRanges(each)];
    if (problem !== undefined) throw new Failure(`${each.name}: ${problem}`);
    const bytes = readFileSync(each.tarball);
    contents.push({
      name: each.name,
      version: each.manifest.version,
      folder: each.folder,
      tarball: each.tarball,
      integrity: `sha512-${createHash('sha512').update(bytes).digest('base64')}`,
      bytes: bytes.length,
      files: filesOf(each.tarball).size,
    });
  }
  return contents;
}

/** @param {import('@trading-platform/published/pack').PackedPackage} packed */
function changelogProblems({ manifest: { version }, tarball }) {
  const changelog = filesOf(tarball).get('CHANGELOG.md')?.toString();
  if (changelog === undefined) return [`CHANGELOG.md is not in ${basename(tarball)}: it needs a changeset first`];
  if (writtenVersion(changelog) !== undefined) return ['CHANGELOG.md says that it is not released yet'];
  return changelog.includes(`\n## ${version}\n`) ? [] : [`CHANGELOG.md has no section for ${version}`];
}

/**
 * Returns a problem for each dependency whose version range works only inside a workspace.
 *
 * @param {import('@trading-platform/published/pack').PackedPackage} packed
 */
function foreignRanges({ tarball }) {
  const { dependencies = {}, peerDependencies = {} } = JSON.parse(
    filesOf(tarball).get('package.json')?.toString() ?? '{}',
  );
  return Object.entries(/** @type {Record<string, string>} */ ({ ...dependencies, ...peerDependencies }))
    .filter(([, range]) => /^(workspace|catalog|link|file):/.test(range))
    .map(([name, range]) => `it depends on ${name} at ${range}, which a registry does not know`);
}

/**
 * Sorts packages so that each comes after its dependencies. Otherwise an interrupted release could leave a published
 * package whose dependencies are not published.
 *
 * @template {import('@trading-platform/published/public-packages').PublicPackage} Package
 * @param {readonly Package[]} packages
 * @returns {readonly Package[]}
 */
export function inOrderOfNeed(packages) {
  /** @type {Set<Package>} */
  const ordered = new Set();
  /** @type {Set<Package>} */
  const begun = new Set();
  for (const each of packages) add(each);
  return [...ordered];

  /** @param {Package} added */
  function add(added) {
    if (begun.has(added)) return;
    begun.add(added);
    const { dependencies = {}, peerDependencies = {} } = added.manifest;
    for (const needed of packages) if (needed.name in { ...dependencies, ...peerDependencies }) add(needed);
    ordered.add(added);
  }
}

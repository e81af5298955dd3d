import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { problemKindInfo } from '@arethetypeswrong/core/problems';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { filesOf } from './pack.mjs';
import { publicPackages } from './public-packages.mjs';
import { unclearPrograms, unclearPurpose, unshownEntries } from './readme-programs.mjs';
import { packedKbOf, sizeProblems } from './sizes.mjs';

/** Our packages are only ES modules, so these ways to import them do not count. */
const ignoredResolutions = ['node10', 'node16-cjs'];
const isTesting = (/** @type {string} */ path) => path.startsWith('dist/testing/');
const wanted = [
  'description',
  'keywords',
  'license',
  'author',
  'repository',
  'engines',
  'sideEffects',
  'publishConfig',
];

/**
 * Returns the problems that users of a package and their tools would find.
 *
 * @param {import('./pack.mjs').PackedPackage} packed
 * @returns {Promise<readonly string[]>}
 */
export async function problemsOf(packed) {
  const files = filesOf(packed.tarball);
  const manifest = JSON.parse(files.get('package.json')?.toString() ?? '{}');
  const readme = files.get('README.md')?.toString() ?? '';
  const isImported = manifest.exports['.'] !== undefined;
  return [
    ...wanted.filter((field) => manifest[field] === undefined).map((field) => `its manifest has no "${field}"`),
    ...fixedRanges(manifest),
    ...openRanges(manifest),
    ...newerNodes(manifest),
    ...['README.md', 'LICENSE'].filter((name) => !files.has(name)).map((name) => `${name} is not packed`),
    ...unclearReadme(readme, manifest),
    ...lostSources(files),
    ...doublesOf(files),
    ...sizeProblems(readme, { packedKb: packedKbOf(packed.tarball) }),
    ...(await foundByPublint(packed.tarball)),
    ...(isImported ? await wrongTypes(packed.tarball) : []),
  ];
}

/**
 * @param {string} text
 * @param {any} manifest
 */
const unclearReadme = (text, manifest) =>
  [...unclearPurpose(text), ...unclearPrograms(text), ...unshownEntries(text, manifest)].map(
    (problem) => `in its README ${problem}`,
  );

/**
 * With a fixed version, users would not get patches of our packages.
 *
 * @param {Record<string, any>} manifest
 */
function fixedRanges({ dependencies = {}, peerDependencies = {} }) {
  return Object.entries(/** @type {Record<string, string>} */ ({ ...dependencies, ...peerDependencies }))
    .filter(([name, range]) => name.startsWith('@trading-platform/') && !range.startsWith('^'))
    .map(([name, range]) => `it depends on the fixed version ${range} of ${name}`);
}

/**
 * The next major version of a peer has not been tested with our package.
 *
 * @param {Record<string, any>} manifest
 */
function openRanges({ peerDependencies = {} }) {
  return Object.entries(/** @type {Record<string, string>} */ (peerDependencies))
    .filter(([, range]) => !/^[\^~]?\d/.test(range) && !range.includes('<'))
    .map(([name, range]) => `its peer ${name} has no upper bound: ${range}`);
}

/**
 * The version of Node that a package promises must also be enough for its dependencies.
 *
 * @param {Record<string, any>} manifest
 */
function newerNodes({ engines, dependencies = {} }) {
  const order = new Intl.Collator('en', { numeric: true });
  return publicPackages()
    .filter(
      ({ name, manifest }) => name in dependencies && order.compare(manifest.engines.node, engines?.node ?? '') > 0,
    )
    .map(({ name, manifest }) => `its dependency ${name} needs Node ${manifest.engines.node}`);
}

/**
 * Each source map points to files that are packed.
 *
 * @param {Map<string, Buffer>} files
 */
function lostSources(files) {
  return [...files]
    .filter(([path]) => path.endsWith('.map'))
    .flatMap(([path, text]) => {
      const { sources } = /** @type {{ sources: string[] }} */ (JSON.parse(text.toString()));
      const missing = sources.filter((source) => !files.has(posix.join(posix.dirname(path), source)));
      return missing.map((source) => `${path} points to ${source}, which is not packed`);
    });
}

/**
 * Test doubles have their own entry, and no other entry may load them.
 *
 * @param {Map<string, Buffer>} files
 */
function doublesOf(files) {
  return [...files]
    .filter(([path]) => path.startsWith('dist/') && path.endsWith('.js') && !isTesting(path))
    .flatMap(([path, text]) => {
      const imports = [...text.toString().matchAll(/(?:from|import\()\s*['"](\.[^'"]+)['"]/g)];
      const loaded = imports.map(([, to = '']) => posix.join(posix.dirname(path), to)).filter(isTesting);
      return loaded.map((to) => `${path} loads ${to}`);
    });
}

/**
 * `publint` checks the manifest.
 *
 * @param {string} tarball
 */
async function foundByPublint(tarball) {
  const { buffer } = new Uint8Array(readFileSync(tarball));
  const { messages, pkg } = await publint({ pack: { tarball: buffer }, level: 'warning', strict: true });
  return messages.map((message) => `publint: ${formatMessage(message, pkg, { color: false }) ?? message.code}`);
}

/**
 * `attw` checks the types of every entry.
 *
 * @param {string} tarball
 */
async function wrongTypes(tarball) {
  // This module contains a compiler. It is loaded only here, because a release that stops earlier does not need it.
  const { checkPackage, createPackageFromTarballData } = await import('@arethetypeswrong/core');
  const found = await checkPackage(createPackageFromTarballData(new Uint8Array(readFileSync(tarball))));
  if (!found.types) return [];
  return found.problems
    .filter((problem) => !('resolutionKind' in problem && ignoredResolutions.includes(problem.resolutionKind)))
    .map(({ kind, ...where }) => `attw: ${problemKindInfo[kind].title} ${JSON.stringify(where)}`);
}

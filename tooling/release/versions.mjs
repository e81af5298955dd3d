import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readChangesets } from '@changesets/read';
import { releaseTitle } from '@trading-platform/bootstrap/last-release';
import { asReleased, withVersion, writtenVersion } from './changelog.mjs';
import { entriesFor } from './changesets.mjs';
import { commandsIn } from './command.mjs';
import { writeDeployedVersions } from './deployed-versions.mjs';
import { withRelease } from './portal-changes.mjs';

/** @typedef {import('./changesets.mjs').Changeset} Changeset */

const fullName = (/** @type {string} */ name) => `@trading-platform/${name}`;

/**
 * Makes new versions and changelogs from the changesets and from the changelog sections that were written by hand, and
 * commits the result.
 *
 * @param {string} folder a work tree without changes
 * @param {Date} [now]
 * @returns {Promise<boolean>} whether there were new versions
 */
export async function commitVersions(folder, now = new Date()) {
  const changesets = await readChangesets(folder);
  const before = versionedPackages(folder);
  const isWritten = before.some(({ changelog }) => writtenVersion(changelog) !== undefined);
  if (changesets.length === 0 && !isWritten) return false;
  const run = commandsIn(folder);
  if (changesets.length > 0) await run('pnpm', 'run', 'version-packages');
  writeChangelogs(before, folder, changesets);
  writePortalChanges(folder, changesets, now);
  writeDeployedVersions(folder);
  dateUpgradeNotes(folder, now);
  await run('pnpm', 'install', '--lockfile-only');
  await run('git', 'add', '--all');
  await run('git', 'commit', '--quiet', '--no-verify', '--message', releaseTitle);
  return true;
}

/**
 * Returns the published packages and the apps, with their changelogs.
 *
 * @param {string} root
 */
function versionedPackages(root) {
  return globSync('{apps,packages,programs}/*/package.json', { cwd: root })
    .map((path) => {
      const manifest = readFileSync(join(root, path), 'utf8');
      const { name, version, private: isPrivate } = JSON.parse(manifest);
      const folder = dirname(path);
      const file = join(root, folder, 'CHANGELOG.md');
      const changelog = existsSync(file) ? readFileSync(file, 'utf8') : `# ${name}\n`;
      return { folder, name, version, manifest, isPrivate, changelog };
    })
    .filter(({ folder, isPrivate }) => isPrivate !== true || folder.startsWith('apps/'));
}

/**
 * @param {ReturnType<typeof versionedPackages>} before
 * @param {string} root
 * @param {readonly Changeset[]} changesets
 */
function writeChangelogs(before, root, changesets) {
  const after = new Map(versionedPackages(root).map((each) => [each.name, each]));
  for (const { folder, name, version: old, changelog } of before) {
    const { version = old, manifest = '' } = after.get(name) ?? {};
    const written = writtenVersion(changelog);
    if (written !== undefined) {
      writeFileSync(
        join(root, folder, 'package.json'),
        manifest.replace(`"version": "${version}"`, `"version": "${written}"`),
      );
      writeFileSync(join(root, folder, 'CHANGELOG.md'), asReleased(changelog));
    } else if (version !== old) {
      writeFileSync(join(root, folder, 'CHANGELOG.md'), withVersion(changelog, version, entriesFor(changesets, name)));
    }
  }
}

/**
 * @param {string} root
 * @param {readonly Changeset[]} changesets
 * @param {Date} now
 */
function writePortalChanges(root, changesets, now) {
  const file = join(root, 'packages', 'portal', 'site', 'releases.json');
  if (!existsSync(file)) return;
  const packages = versionedPackages(root);
  const releases = withRelease(JSON.parse(readFileSync(file, 'utf8')), {
    date: dayOf(now),
    versionOf: (name) => packages.find((each) => each.name === fullName(name))?.version ?? '',
    entriesOf: (name) => entriesFor(changesets, fullName(name)),
  });
  writeFileSync(file, `${JSON.stringify(releases, undefined, 2)}\n`);
}

/**
 * @param {string} root
 * @param {Date} now
 */
function dateUpgradeNotes(root, now) {
  const file = join(root, 'docs', 'upgrade-notes.md');
  if (!existsSync(file)) return;
  const notes = readFileSync(file, 'utf8');
  writeFileSync(file, notes.replace(/^## Next release$/m, `## ${dayOf(now)}`));
}

/** @param {Date} moment */
const dayOf = (moment) => moment.toISOString().slice(0, 10);

import { globSync } from 'node:fs';
import { versionsTitle } from './checkout.mjs';
import { commandsIn } from './command.mjs';

/**
 * Turns changesets into versions and changelogs, and commits them.
 *
 * @param {string} folder a work tree without changes
 * @returns {Promise<boolean>} whether there were any
 */
export async function commitVersions(folder) {
  const changesets = globSync('.changeset/*.md', { cwd: folder }).filter((path) => !path.endsWith('README.md'));
  if (changesets.length === 0) return false;
  const run = commandsIn(folder);
  await run('pnpm', 'run', 'version-packages');
  await run('pnpm', 'install', '--lockfile-only');
  await run('git', 'add', '--all');
  await run('git', 'commit', '--quiet', '--no-verify', '--message', versionsTitle);
  return true;
}

import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { makeTemporaryFolder } from '@trading-platform/bootstrap/temporary-folder';
import { commandsIn } from './command.mjs';

/**
 * Runs work in a checkout of HEAD without earlier builds. Afterwards, removes this checkout and any checkouts that
 * killed releases have left. Commits that are made in the checkout remain in the repository.
 *
 * @template T
 * @param {string} root of the repository
 * @param {(folder: string) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function inWorkTree(root, work) {
  const run = commandsIn(root);
  const parent = makeTemporaryFolder('trading-platform-release-');
  const folder = join(parent.path, 'checkout');
  try {
    await run('git', 'worktree', 'prune');
    await run('git', 'worktree', 'add', '--quiet', '--detach', folder, 'HEAD');
    if (existsSync(join(root, '.toolchain')))
      cpSync(join(root, '.toolchain'), join(folder, '.toolchain'), { recursive: true });
    return await work(folder);
  } finally {
    parent.remove();
    await run('git', 'worktree', 'prune');
  }
}

import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandsIn } from './command.mjs';

/**
 * Runs work in a checkout of HEAD without earlier builds, and removes the checkout afterwards. Commits that are made in the checkout
 * remain in the repository.
 *
 * @template T
 * @param {string} root of the repository
 * @param {(folder: string) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function inWorkTree(root, work) {
  const run = commandsIn(root);
  const parent = mkdtempSync(join(tmpdir(), 'trading-platform-release-'));
  const folder = join(parent, 'checkout');
  try {
    await run('git', 'worktree', 'add', '--quiet', '--detach', folder, 'HEAD');
    if (existsSync(join(root, '.toolchain')))
      cpSync(join(root, '.toolchain'), join(folder, '.toolchain'), { recursive: true });
    return await work(folder);
  } finally {
    rmSync(parent, { recursive: true, force: true });
    await run('git', 'worktree', 'prune');
  }
}

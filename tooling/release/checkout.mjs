import { Failure } from '@trading-platform/bootstrap/failure';
import { releaseTitle } from '@trading-platform/bootstrap/last-release';
import { commandsIn } from './command.mjs';

export const branch = 'main';

/**
 * Checks that the checkout can be released. The branch `main` must have all commits of origin. Commits that origin does
 * not have must come from an earlier release attempt.
 *
 * @param {string} root
 */
export async function requireCleanMain(root) {
  const run = commandsIn(root);
  const at = await run('git', 'rev-parse', '--abbrev-ref', 'HEAD');
  if (at !== branch) throw new Failure(`A release is made from ${branch}; this checkout is on ${at}.`);
  const [first, ...others] = (await run('git', 'status', '--porcelain')).split('\n').filter((line) => line !== '');
  if (first !== undefined) {
    const more = others.length === 0 ? '' : ` and ${others.length} more`;
    throw new Failure(`There are changes that are not committed: ${first.slice(3)}${more}.`);
  }
  if (!(await run('git', 'remote')).split('\n').includes('origin'))
    throw new Failure('The checkout has no remote "origin".');
  await run('git', 'fetch', '--quiet', '--tags', 'origin', branch);
  const missing = await run('git', 'rev-list', '--count', 'HEAD..FETCH_HEAD');
  if (missing !== '0') throw new Failure(`origin has ${missing} commits on ${branch} that are not here: git pull.`);
  const own = (await run('git', 'log', '--format=%s', 'FETCH_HEAD..HEAD')).split('\n').filter((title) => title !== '');
  const strange = own.find((title) => title !== releaseTitle);
  if (strange !== undefined) throw new Failure(`The commit "${strange}" is not on ${branch} of origin yet.`);
}

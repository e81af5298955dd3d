import { Failure } from './failure.mjs';
import { runCommand } from './run-command.mjs';

/** The first line of the commit with which a release begins. Tags are not needed to find it, because not every clone has them. */
export const releaseTitle = 'Version the packages';

/**
 * @param {string} root of a repository
 * @returns {Promise<string | undefined>} the commit of the last release in the history of HEAD
 * @throws {Failure} if the clone lacks the part of the history in which the release may be
 */
export async function lastRelease(root) {
  const commit = await run(root, 'git', 'log', '-1', '--format=%H', `--grep=^${releaseTitle}$`);
  if (commit !== '') return commit;
  if ((await run(root, 'git', 'rev-parse', '--is-shallow-repository')) === 'false') return undefined;
  throw new Failure('The last release is not in this clone, whose history is cut off: git fetch --unshallow');
}

/**
 * @param {string} root of a repository
 * @param {string} commit
 * @returns {Promise<readonly string[]>} the paths of all files of a commit
 */
export async function filesOfCommit(root, commit) {
  return (await run(root, 'git', 'ls-tree', '-r', '--name-only', commit)).split('\n');
}

/**
 * Checks out a commit in an empty folder, installs its dependencies, and builds there.
 *
 * @param {string} root of a repository
 * @param {string} commit
 * @param {string} folder
 * @param {(folder: string) => readonly string[]} build returns the arguments of pnpm for the build
 */
export async function buildCommit(root, commit, folder, build) {
  await run(root, 'git', 'clone', '--quiet', '--shared', '--no-checkout', root, folder);
  await run(folder, 'git', 'checkout', '--quiet', commit);
  await run(folder, 'pnpm', 'install', '--frozen-lockfile', '--prefer-offline', '--reporter=silent');
  await run(folder, 'pnpm', ...build(folder));
}

/**
 * @param {string} cwd
 * @param {string} command
 * @param {...string} args
 * @returns {Promise<string>} its standard output
 */
async function run(cwd, command, ...args) {
  const { code, output, stdout } = await runCommand(command, args, { cwd });
  if (code !== 0) throw new Failure(`${command} ${args.join(' ')}\n${output}`);
  return stdout.trimEnd();
}

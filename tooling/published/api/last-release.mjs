import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Failure } from '@trading-platform/bootstrap/failure';
import { runCommand } from '@trading-platform/bootstrap/run-command';
import { publicPackages } from '../public-packages.mjs';
import { builtTypes } from './report.mjs';

/**
 * @param {string} root of the repository
 * @returns {Promise<string | undefined>} the commit of the newest tag of a release in the history of HEAD
 */
export async function lastRelease(root) {
  const newest = ['for-each-ref', '--merged=HEAD', '--sort=-creatordate', '--count=1', '--format=%(refname)'];
  const { code, stdout } = await runCommand('git', [...newest, 'refs/tags/@trading-platform/**'], { cwd: root });
  if (code !== 0 || stdout === '') return undefined;
  return (await run(root, 'git', 'rev-parse', `${stdout.trim()}^{commit}`)).trim();
}

/**
 * The public types of a release. The first call for a commit builds its packages in a temporary folder, which takes minutes; the result
 * stays in `node_modules/.cache`.
 *
 * @param {string} root of the repository
 * @param {string} commit
 * @returns {Promise<readonly import('./unannounced.mjs').PackageTypes[]>}
 */
export async function typesOfRelease(root, commit) {
  const kept = join(root, 'node_modules', '.cache', 'public-types', `${commit}.json`);
  try {
    return JSON.parse(readFileSync(kept, 'utf8'));
  } catch {
    // This commit has no cached report yet.
  }
  const folder = mkdtempSync(join(tmpdir(), 'trading-platform-last-release-'));
  try {
    await run(root, 'git', 'clone', '--quiet', '--shared', '--no-checkout', root, folder);
    await run(folder, 'git', 'checkout', '--quiet', commit);
    await run(folder, 'pnpm', 'install', '--frozen-lockfile', '--prefer-offline');
    const filters = publicPackages(folder).flatMap(({ name }) => ['--filter', name]);
    await run(folder, 'pnpm', 'run', 'build', ...filters);
    const types = builtTypes(folder);
    mkdirSync(dirname(kept), { recursive: true });
    writeFileSync(kept, JSON.stringify(types));
    return types;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
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
  return stdout;
}

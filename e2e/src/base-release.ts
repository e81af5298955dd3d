import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { ProgramSource } from '@trading-platform/bootstrap/local-platform';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const baseline = new URL('../baseline.json', import.meta.url);
/** The last release does not contain a console. */
const folders = { auth: 'apps/auth', api: 'apps/api', worker: 'apps/worker', tpctl: 'programs/cli' };

/** The programs of the last release, built from the history of the repository. */
export interface BaseRelease {
  readonly revision: string;
  readonly programs: ProgramSource;
  remove(): Promise<void>;
}

/** The release from which upgrades start. */
interface Baseline {
  /** A commit. The commit is used only until the history contains a tag of a release. */
  readonly revision: string;
  /** The name of the release's last migration, for each schema. */
  readonly lastMigrations: readonly string[];
}

export async function readBaseline(): Promise<Baseline> {
  return JSON.parse(await readFile(baseline, 'utf8')) as Baseline;
}

/**
 * Runs a program in a folder until it ends, and returns its output. If the program fails, the promise is rejected with
 * its error output.
 */
async function run(program: string, args: readonly string[], cwd: string): Promise<string> {
  const { stdout } = await promisify(execFile)(program, args, { cwd, maxBuffer: 100_000_000 });
  return stdout;
}

/**
 * Builds the last release in a temporary folder. The last release is the newest tag in the history or, as long as there
 * is no tag, the commit in `baseline.json`.
 *
 * @throws Error if the clone lacks the commit
 */
export async function buildBaseRelease(): Promise<BaseRelease> {
  const revision = await baseRevision();
  await run('git', ['cat-file', '-e', `${revision}^{commit}`], repository).catch(() => {
    throw new Error(
      `The commit ${revision} of the last release is not in this clone: git fetch --unshallow (or git fetch --all) brings it`,
    );
  });
  const folder = await mkdtemp(join(tmpdir(), 'trading-platform-base-'));
  try {
    await run('git', ['clone', '--quiet', '--shared', '--no-checkout', repository, folder], repository);
    await run('git', ['checkout', '--quiet', revision], folder);
    await run('pnpm', ['install', '--frozen-lockfile', '--prefer-offline', '--reporter=silent'], folder);
    const packages = Object.values(folders).flatMap((path) => ['--filter', `{./${path}}...`]);
    await run('pnpm', ['exec', 'turbo', 'run', 'build', '--output-logs=errors-only', ...packages], folder);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
  return {
    revision,
    programs: { node: process.execPath, folderOf: (program) => join(folder, folders[program as keyof typeof folders]) },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

async function baseRevision(): Promise<string> {
  const tags = ['tag', '--list', '@trading-platform/*', '--merged', 'HEAD', '--sort=-creatordate'];
  const [newest = ''] = (await run('git', tags, repository)).split('\n');
  if (newest !== '') return newest;
  return (await readBaseline()).revision;
}

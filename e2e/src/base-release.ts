import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildCommit, filesOfCommit, lastRelease } from '@trading-platform/bootstrap/last-release';
import type { ProgramSource } from '@trading-platform/bootstrap/local-platform';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const folders = { auth: 'apps/auth', api: 'apps/api', worker: 'apps/worker', tpctl: 'programs/cli' };

/** The programs of the last release, built from the history of the repository. */
export interface BaseRelease {
  readonly revision: string;
  readonly programs: ProgramSource;
  remove(): Promise<void>;
}

/** Returns the numbers of all migrations of the last release. The name of a migration ends with its number. */
export async function releasedMigrations(): Promise<ReadonlySet<string>> {
  const files = await filesOfCommit(repository, await baseRevision());
  return new Set(files.flatMap((path) => /\/migrations\/(\d{13})-[^/]+\.ts$/.exec(path)?.[1] ?? []));
}

/** Builds the last release in a temporary folder. @throws Error if the history has no release */
export async function buildBaseRelease(): Promise<BaseRelease> {
  const revision = await baseRevision();
  const folder = await mkdtemp(join(tmpdir(), 'trading-platform-base-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    await buildCommit(repository, revision, folder, () => [
      'run',
      'build',
      ...Object.values(folders).map((path) => `--filter={./${path}}...`),
    ]);
  } catch (error) {
    await remove();
    throw error;
  }
  return {
    revision,
    programs: { node: process.execPath, folderOf: (program) => join(folder, folders[program as keyof typeof folders]) },
    remove,
  };
}

async function baseRevision(): Promise<string> {
  const commit = await lastRelease(repository);
  if (commit === undefined) throw new Error('No release is in the history, so there is nothing to upgrade from');
  return commit;
}

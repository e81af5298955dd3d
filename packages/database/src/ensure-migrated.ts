import type { Database } from './database.js';

/** Thrown if the database lacks migrations of this version, and this process must not change tables. */
export class MigrationsMissingError extends Error {
  override readonly name = 'MigrationsMissingError';
  readonly code = 'migrations-missing';
  /** The names of the missing migrations, in their order. */
  readonly missing: readonly string[];

  /** @param which names the database for operators, as in `ordering` */
  constructor(which: string, missing: readonly string[]) {
    super(`The ${which} database lacks ${missing.join(', ')}; "tpctl migrate" brings it up to date`);
    this.missing = missing;
  }
}

/** Says whether a process may change tables. */
export interface EnsureMigratedOptions {
  /** If false, missing migrations are an error. If true, which is the default, missing migrations are run. */
  readonly migrate?: boolean | undefined;
}

/**
 * Makes sure that the database has the tables of this version. Tables of a newer version of the platform are accepted too.
 *
 * @param which names the database in the error
 * @throws MigrationsMissingError with `migrate: false`, if any migration has not run yet
 * @throws UnreleasedTablesError when a working copy from before the first release made the tables
 */
export async function ensureMigrated(
  database: Database,
  which: string,
  { migrate = true }: EnsureMigratedOptions = {},
): Promise<void> {
  if (migrate) {
    await database.migrate();
    return;
  }
  const missing = await database.pendingMigrations();
  if (missing.length > 0) throw new MigrationsMissingError(which, missing);
}

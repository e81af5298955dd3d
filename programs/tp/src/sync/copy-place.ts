import { stat } from 'node:fs/promises';
import { CliError, callerPath } from '@trading-platform/terminal';
import type { Copy, CopyOwner } from './copy.js';
import type { DirectoryFormat } from './directory/directory-formats.js';

/** A place for copies. */
export interface CopyPlace {
  /** Loads the code of this place, so that `open` need not load it. The code can be loaded while the user signs in. */
  load(): Promise<unknown>;
  open(owner: CopyOwner): Promise<Copy>;
}

export interface PlaceOptions {
  readonly format?: DirectoryFormat;
  readonly textColumn?: readonly string[];
}

const forms = 'sqlite:FILE, postgres://USER@HOST/DATABASE, or a folder, whose name ends with /';

/**
 * The place named by `--to`. Opens and creates nothing.
 *
 * @throws CliError `usage`
 */
export async function copyPlace(
  to: string,
  { format, textColumn: textColumns = [] }: PlaceOptions,
): Promise<CopyPlace> {
  const scheme = /^([a-z][a-z+.-]+):/i.exec(to)?.[1]?.toLowerCase();
  const isDatabase = scheme === 'sqlite' || scheme === 'postgres' || scheme === 'postgresql';
  if (isDatabase && format !== undefined) throw new CliError('usage', '--format is for folders');
  switch (scheme) {
    case undefined:
      return folderPlace(to, format ?? 'ndjson', textColumns);
    case 'sqlite':
      return sqlitePlace(to, textColumns);
    case 'postgres':
    case 'postgresql':
      return postgresPlace(to, textColumns);
    default:
      throw new CliError('usage', `--to ${scheme}: is no place that tp knows: ${forms}`);
  }
}

const loadDirectory = () => import('./directory/directory-copy.js');
const loadSqlite = () => Promise.all([import('./database/database-copy.js'), import('./database/sqlite-database.js')]);
const loadPostgres = () =>
  Promise.all([import('./database/database-copy.js'), import('./database/postgres-database.js')]);

async function folderPlace(to: string, format: DirectoryFormat, textColumns: readonly string[]): Promise<CopyPlace> {
  const folder = callerPath(to);
  const facts = await stat(folder).catch(() => undefined);
  if (facts?.isDirectory() !== true && (facts !== undefined || !/[/\\]$/.test(to))) {
    throw new CliError('usage', `--to ${to} is no folder: write ${forms}`);
  }
  if (format !== 'parquet' && textColumns.length > 0)
    throw new CliError('usage', '--text-column is for databases and Parquet files');
  return {
    load: loadDirectory,
    open: async (owner) => {
      const { DirectoryCopy } = await loadDirectory();
      return DirectoryCopy.open({ folder, name: to, format, owner, textColumns });
    },
  };
}

function sqlitePlace(to: string, textColumns: readonly string[]): CopyPlace {
  const file = to.slice('sqlite:'.length);
  if (file === '' || file.startsWith(':'))
    throw new CliError('usage', `--to ${to}: name a file, such as sqlite:mirror.db`);
  return {
    load: loadSqlite,
    open: async (owner) => {
      const [{ DatabaseCopy }, { SqliteDatabase }] = await loadSqlite();
      const database = await SqliteDatabase.open(callerPath(file), to);
      return DatabaseCopy.open({ database, name: to, owner, textColumns });
    },
  };
}

function postgresPlace(to: string, textColumns: readonly string[]): CopyPlace {
  if (!URL.canParse(to))
    throw new CliError('usage', '--to: not an address of a database: write postgres://USER@HOST/DATABASE');
  const url = new URL(to);
  if (url.password !== '' || url.searchParams.has('password')) {
    throw new CliError(
      'usage',
      '--to: other programs can see a password in an argument: put it into PGPASSWORD or ~/.pgpass',
    );
  }
  return {
    load: loadPostgres,
    open: async (owner) => {
      const [{ DatabaseCopy }, { PostgresDatabase }] = await loadPostgres();
      return DatabaseCopy.open({ database: await PostgresDatabase.open(to), name: to, owner, textColumns });
    },
  };
}

import pg from 'pg';

/** Runs statements in the maintenance database of a server. */
export async function administrate(url: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Runs a query that returns true or false in the column `answer`. */
export async function ask(url: string, question: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<{ answer: boolean }>(question)).rows[0]?.answer === true;
  } finally {
    await client.end();
  }
}

/** Creates those databases that do not exist. */
export async function createDatabases(url: string, names: readonly string[]): Promise<void> {
  for (const name of names) {
    await administrate(url, [`CREATE DATABASE ${pg.escapeIdentifier(name)}`]).catch((error: unknown) => {
      if ((error as { code?: unknown }).code !== duplicateDatabase) throw error;
    });
  }
}

const duplicateDatabase = '42P04';

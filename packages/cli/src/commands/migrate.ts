import { openDatabase, type Schema } from '@trading-platform/database';
import { readDatabaseSettings } from '../env.js';
import { print } from '../output.js';

export interface MigrateOptions {
  readonly dryRun?: true;
  readonly json?: true;
}

/** Brings the tables of every database up to date, or says what would be done. */
export async function migrate({ dryRun, json }: MigrateOptions): Promise<void> {
  const { authSchema } = await import('@trading-platform/auth-core/typeorm');
  const { orderingSchema } = await import('@trading-platform/ordering/typeorm');
  const { authDatabase, orderingDatabase } = readDatabaseSettings();
  const migrations = {
    auth: await migrateDatabase(authDatabase, [authSchema], dryRun === true),
    ordering: await migrateDatabase(orderingDatabase, [orderingSchema], dryRun === true),
  };
  print(
    { json: { applied: dryRun !== true, ...migrations }, text: toText(migrations, dryRun === true) },
    json === true,
  );
}

async function migrateDatabase(address: string, schemas: readonly Schema[], dryRun: boolean): Promise<string[]> {
  const database = await openDatabase({ address, schemas, applicationName: 'tpctl' });
  try {
    return dryRun ? await database.pendingMigrations() : await database.migrate();
  } finally {
    await database.close();
  }
}

function toText(migrations: Readonly<Record<string, readonly string[]>>, dryRun: boolean): string {
  const lines = Object.entries(migrations).map(([name, done]) => {
    if (done.length === 0) return `${name}: up to date`;
    return `${name}: ${dryRun ? 'would run' : 'ran'} ${done.join(', ')}`;
  });
  return lines.join('\n');
}

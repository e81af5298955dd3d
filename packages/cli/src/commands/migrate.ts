import { existsSync } from 'node:fs';
import { migrationNames, openDatabase, parseDatabaseAddress, type Schema } from '@trading-platform/database';
import { print } from '@trading-platform/terminal';
import { readDatabaseSettings } from '../env.js';

export interface MigrateOptions {
  readonly dryRun?: true;
  readonly json?: true;
}

/** Brings the tables of every database up to date, or says what would be done. */
export async function migrate(options: MigrateOptions): Promise<void> {
  const dryRun = options.dryRun === true;
  const { authSchema } = await import('@trading-platform/auth-core/typeorm');
  const { orderingSchema } = await import('@trading-platform/ordering/typeorm');
  const batches = await import('@trading-platform/batch-engine/typeorm');
  const { authDatabase, orderingDatabase, batchDatabase } = readDatabaseSettings();
  const batchAddress = batchDatabase ?? batches.defaultBatchAddress(orderingDatabase);
  const pending = {
    auth: await pendingMigrations(authDatabase, authSchema),
    ordering: await pendingMigrations(orderingDatabase, orderingSchema),
    batch: await pendingMigrations(batchAddress, batches.batchSchema),
  };
  if (!dryRun) {
    await runMigrations(authDatabase, authSchema);
    await runMigrations(orderingDatabase, orderingSchema);
    // The batches know best where their segments are.
    await (await batches.openBatchStorage({ address: batchAddress, applicationName: 'tpctl' })).close();
  }
  print({ json: { applied: !dryRun, ...pending }, text: toText(pending, dryRun) }, options.json === true);
}

/** Looking must not make a database that is not there. */
async function pendingMigrations(address: string, schema: Schema): Promise<string[]> {
  const parsed = parseDatabaseAddress(address);
  if (parsed.dialect === 'sqlite' && !existsSync(parsed.path)) {
    return migrationNames(schema, 'sqlite');
  }
  const database = await openDatabase({ address, schemas: [schema], applicationName: 'tpctl' });
  try {
    return await database.pendingMigrations();
  } finally {
    await database.close();
  }
}

async function runMigrations(address: string, schema: Schema): Promise<void> {
  const database = await openDatabase({ address, schemas: [schema], applicationName: 'tpctl' });
  try {
    await database.migrate();
  } finally {
    await database.close();
  }
}

function toText(migrations: Readonly<Record<string, readonly string[]>>, dryRun: boolean): string {
  const lines = Object.entries(migrations).map(([name, names]) => {
    if (names.length === 0) return `${name}: up to date`;
    return `${name}: ${dryRun ? 'would run' : 'ran'} ${names.join(', ')}`;
  });
  return lines.join('\n');
}

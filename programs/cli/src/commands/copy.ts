import {
  type Database,
  ensureMigrated,
  openDatabase,
  parseDatabaseAddress,
  type Schema,
} from '@trading-platform/database';
import { CliError, interruptSignal, ProgressLine, print } from '@trading-platform/terminal';
import { type CopiedRows, copyDatabase } from '../copy/copy-database.js';
import { type DatabaseAddresses, readDatabaseSettings, readTargetSettings } from '../env.js';
import { stepsFor } from '../migration-steps.js';

export interface CopyOptions {
  readonly json?: true;
}

/** Copies a platform into new databases, and verifies the copy. */
export async function copy(options: CopyOptions): Promise<void> {
  const [source, target] = [readDatabaseSettings(), readTargetSettings()];
  if (source.authDatabase === target.authDatabase || source.orderingDatabase === target.orderingDatabase) {
    throw new CliError('usage', 'The source and the target are the same databases');
  }
  for (const step of await stepsFor(target)) await step.run();
  const { authSchema } = await import('@trading-platform/auth-core/typeorm');
  const { orderingSchema } = await import('@trading-platform/ordering/typeorm');
  const { batchSchema, continueBatchNumbers, lastBatchNumber } = await import('@trading-platform/batch-engine/typeorm');
  const [from, to] = [await batchAddressOf(source), await batchAddressOf(target)];
  await withBoth('batch', [from, to], batchSchema, async (old, made) =>
    continueBatchNumbers(made, await lastBatchNumber(old)),
  );
  const tables = {
    ...(await copied('auth', [source.authDatabase, target.authDatabase], authSchema)),
    ...(await copied('ordering', [source.orderingDatabase, target.orderingDatabase], orderingSchema)),
  };
  const rows = Object.values(tables).reduce((sum, count) => sum + count, 0);
  const text = `${rows} rows in ${Object.keys(tables).length} tables are copied and verified`;
  print({ json: { row_count: rows, tables }, text }, options.json === true);
}

async function batchAddressOf({ batchDatabase, orderingDatabase }: DatabaseAddresses): Promise<string> {
  const { defaultBatchAddress } = await import('@trading-platform/batch-engine/typeorm');
  return batchDatabase ?? defaultBatchAddress(orderingDatabase);
}

async function copied(name: string, addresses: readonly [string, string], schema: Schema): Promise<CopiedRows> {
  const progress = new ProgressLine(process.stderr);
  const signal = interruptSignal();
  let count = 0;
  const onRows = (rows: number) => {
    signal.throwIfAborted();
    progress.show(undefined, (count += rows), 'rows');
  };
  return withBoth(name, addresses, schema, (source, target) => copyDatabase(name, source, target, onRows)).finally(() =>
    progress.clear(),
  );
}

/** Opens both databases. The source is only read, so it must already have all its tables. */
async function withBoth<T>(
  name: string,
  [from, to]: readonly [string, string],
  schema: Schema,
  work: (source: Database, target: Database) => Promise<T>,
): Promise<T> {
  const source = await open(from, schema);
  try {
    await ensureMigrated(source, name, { migrate: false });
    const target = await open(to, schema);
    try {
      return await work(source, target);
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

function open(address: string, schema: Schema): Promise<Database> {
  const { dialect } = parseDatabaseAddress(address);
  return openDatabase({
    address,
    schemas: [schema],
    applicationName: 'tpctl',
    ...(dialect === 'postgres' && { statementTimeoutMs: 600_000 }),
  });
}

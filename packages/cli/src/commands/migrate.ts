import { print } from '@trading-platform/terminal';
import { type DatabaseSettings, readDatabaseSettings } from '../env.js';
import { batchSteps, type MigrationStep, schemaSteps } from '../migration-steps.js';

export interface MigrateOptions {
  readonly dryRun?: true;
  readonly json?: true;
}

/** Brings the tables of every database up to date, or says what would be done. */
export async function migrate(options: MigrateOptions): Promise<void> {
  const dryRun = options.dryRun === true;
  const done: Record<string, readonly string[]> = {};
  for (const step of await stepsFor(readDatabaseSettings())) {
    Object.assign(done, dryRun ? await step.pending() : await step.run());
  }
  print({ json: { applied: !dryRun, ...done }, text: toText(done, dryRun) }, options.json === true);
}

/** Each database after the other, in the order in which services need them. */
async function stepsFor(settings: DatabaseSettings): Promise<readonly MigrationStep[]> {
  const { authSchema } = await import('@trading-platform/auth-core/typeorm');
  const { orderingSchema } = await import('@trading-platform/ordering/typeorm');
  const { callCountSchema } = await import('@trading-platform/call-counts');
  const { defaultBatchAddress } = await import('@trading-platform/batch-engine/typeorm');
  return [
    schemaSteps('auth', settings.authDatabase, [authSchema]),
    schemaSteps('ordering', settings.orderingDatabase, [orderingSchema, callCountSchema]),
    batchSteps(settings.batchDatabase ?? defaultBatchAddress(settings.orderingDatabase)),
  ];
}

function toText(steps: Readonly<Record<string, readonly string[]>>, dryRun: boolean): string {
  const lines = Object.entries(steps).map(([name, names]) => {
    if (names.length === 0) return `${name}: up to date`;
    return `${name}: ${dryRun ? 'would make' : 'made'} ${names.join(', ')}`;
  });
  return lines.join('\n');
}

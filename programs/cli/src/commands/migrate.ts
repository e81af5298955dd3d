import { print } from '@trading-platform/terminal';
import { readDatabaseSettings } from '../env.js';
import { stepsFor } from '../migration-steps.js';

export interface MigrateOptions {
  readonly dryRun?: true;
  readonly json?: true;
}

/** Brings the tables of every database up to date, or shows the pending changes. */
export async function migrate(options: MigrateOptions): Promise<void> {
  const dryRun = options.dryRun === true;
  const done: Record<string, readonly string[]> = {};
  for (const step of await stepsFor(readDatabaseSettings())) {
    Object.assign(done, dryRun ? await step.pending() : await step.run());
  }
  print({ json: { applied: !dryRun, ...done }, text: toText(done, dryRun) }, options.json === true);
}

function toText(steps: Readonly<Record<string, readonly string[]>>, dryRun: boolean): string {
  const lines = Object.entries(steps).map(([name, names]) => {
    if (names.length === 0) return `${name}: up to date`;
    return `${name}: ${dryRun ? 'would make' : 'made'} ${names.join(', ')}`;
  });
  return lines.join('\n');
}

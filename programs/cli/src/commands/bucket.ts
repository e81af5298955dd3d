import type { PrefixMarker } from '@trading-platform/batch-engine/s3';
import { CliError, print } from '@trading-platform/terminal';
import { readSegmentSettings } from '../env.js';
import { withBatchDatabase } from '../open-databases.js';

interface Json {
  readonly json?: true;
}

/** Shows the owner of the bucket prefix. This works even if its records cannot be read. */
export async function showBucket({ json }: Json): Promise<void> {
  const identity = await thisIdentity();
  const marker = await openMarker();
  const owner = await marker.owner();
  const whose = owner === identity ? 'this batch database' : `the batch database ${owner}`;
  print(
    {
      json: { batch_database: identity, belongs_to: owner ?? null },
      text: [
        `The prefix belongs to ${owner === undefined ? 'nobody: the next worker that starts takes it' : whose}`,
        `This batch database is ${identity}`,
      ].join('\n'),
    },
    json === true,
  );
}

/** Makes this database the owner of the prefix. */
export async function takeBucket({ json }: Json): Promise<void> {
  const identity = await thisIdentity();
  await (await openMarker()).take(identity);
  print(
    {
      json: { batch_database: identity, belongs_to: identity },
      text: `The prefix belongs to this batch database now, ${identity}`,
    },
    json === true,
  );
}

/** Gives this database a new identity. */
export async function leaveBucket({ json }: Json): Promise<void> {
  const { renewBatchIdentity } = await import('@trading-platform/batch-engine/typeorm');
  const identity = await withBatchDatabase((database) => renewBatchIdentity(database));
  print({ json: { batch_database: identity }, text: `This batch database is ${identity} now` }, json === true);
}

async function thisIdentity(): Promise<string> {
  const { batchIdentity } = await import('@trading-platform/batch-engine/typeorm');
  return withBatchDatabase((database) => batchIdentity(database));
}

async function openMarker(): Promise<PrefixMarker> {
  const { openPrefixMarker, segmentsOf } = await import('@trading-platform/batch-engine/s3');
  const bucket = segmentsOf(readSegmentSettings());
  if (bucket === undefined)
    throw new CliError('usage', 'BATCH_SEGMENTS is not set: the records of batches are in the database');
  return openPrefixMarker(bucket);
}

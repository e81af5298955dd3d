import { readSegmentSettings } from '../env.js';
import { withBatchDatabase } from '../open-databases.js';
import { checkCertificate } from './check-certificates.js';
import { type Finding, good, skipped, trouble } from './finding.js';

/** Whether the bucket of batches answers, and which database owns its prefix. */
export async function checkBucket(): Promise<readonly Finding[]> {
  const { openPrefixMarker, segmentsOf } = await import('@trading-platform/batch-engine/s3');
  const bucket = segmentsOf(readSegmentSettings());
  if (bucket === undefined) return [skipped('bucket', 'BATCH_SEGMENTS is not set here')];
  const { batchIdentity } = await import('@trading-platform/batch-engine/typeorm');
  const owner = await (await openPrefixMarker({ ...bucket, requests: { triesAtMost: 2 } })).owner();
  const identity = await withBatchDatabase((database) => batchIdentity(database), { changesNothing: true });
  return [judgeOwner(owner, identity), ...(await checkEndpoint(bucket.address))];
}

function judgeOwner(owner: string | undefined, identity: string): Finding {
  if (owner === identity) return good('bucket', 'its prefix belongs to this batch database');
  const found =
    owner === undefined ? 'its prefix belongs to nobody yet' : `its prefix belongs to the batch database ${owner}`;
  return trouble('bucket', owner === undefined ? 'warning' : 'bad', found, 'See: tpctl bucket --help');
}

/** Your own server may have your own certificate. */
async function checkEndpoint(address: string): Promise<readonly Finding[]> {
  const endpoint = new URL(address).searchParams.get('endpoint');
  return endpoint?.startsWith('https:') === true ? [await checkCertificate(endpoint)] : [];
}

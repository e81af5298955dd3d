// Iterates over the records of a batch, as a caller's program does, and prints their number.
import { PlatformClient } from '@trading-platform/client';
import { nodeFetch } from '@trading-platform/client/node';

const [batchId = '', way = ''] = process.argv.slice(2);
const client = PlatformClient.fromEnv(way === 'nodeFetch' ? { fetch: nodeFetch } : {});
let records = 0;
for await (const { seq } of client.master.resume({ batchId })) {
  records++;
  if (Number(seq) !== records) throw new Error(`${seq} instead of ${records}`);
}
process.stdout.write(String(records));

// Keeps products.json equal to all products: all of them the first time, then only what has changed.
// After a kill, the same command continues after the last page that is on the disk.
import { appendFile, open, readFile, rename, rm, truncate } from 'node:fs/promises';
import { PlatformClient, PlatformError } from '@trading-platform/client';

interface Line {
  readonly item_id: string;
}

interface Product {
  readonly member_code: string;
  readonly member_code_partner: string;
  readonly buy: readonly Line[];
  readonly catalog: readonly Line[];
}

const [copyFile, jobFile, partFile] = ['products.json', 'products.job.json', 'products.part'];
const client = PlatformClient.fromEnv();
const copy = await load<{ cursor?: string; products: Record<string, unknown> }>(copyFile, { products: {} });
let job = await load(jobFile, undefined as Awaited<ReturnType<typeof begin>> | undefined);
if (job === undefined) {
  job = await begin();
  await keep(jobFile, job);
} else {
  console.log(`Goes on after record ${job.records}`);
}

// What a kill has cut is written again.
await appendFile(partFile, '');
await truncate(partFile, job.bytes);
try {
  const position = { batchId: job.batch_id, seqFrom: job.records + 1 };
  for await (const { text, records } of client.master.resume(position, { recordsPerGet: 100 }).lines()) {
    await appendFile(partFile, text, { flush: true });
    job = { ...job, records: job.records + records, bytes: job.bytes + text.byteLength };
    await keep(jobFile, job);
  }
} catch (error) {
  // The batch has expired. The next run requests another one; records of two are never mixed.
  if (error instanceof PlatformError && error.errorCode === 'E000009') await rm(jobFile);
  throw error;
}

const products = job.changes ? copy.products : {};
for (const line of (await readFile(partFile, 'utf8')).split('\n').filter((text) => text !== '')) {
  const product: Product = JSON.parse(line);
  products[keyOf(product)] = product;
}
if (job.changes) {
  for await (const { member_code, member_code_partner, item_id } of client.batches.removed(job.batch_id)) {
    delete products[[member_code, member_code_partner, item_id].join('/')];
  }
}
// The cursor changes together with the data. If the program is killed after this, the same changes are made once more.
await keep(copyFile, { cursor: job.cursor, products });
await rm(jobFile);
await rm(partFile);
console.log(`${job.count} records came, ${Object.keys(products).length} products are in ${copyFile}`);

/** Requests a batch, and waits until it has ended. */
async function begin() {
  const { ready } = client.master.download({}, { changesSince: copy.cursor, batchTimeoutSeconds: 30 });
  const { batchId, recordCount, changesOnly, changeCursor } = await ready;
  const place = { records: 0, bytes: 0 };
  return { batch_id: batchId, count: recordCount, changes: changesOnly, cursor: changeCursor, ...place };
}

/** A record has its `item_id` in its first line. */
function keyOf({ member_code, member_code_partner, buy, catalog }: Product): string {
  const first = [...buy, ...catalog].find(({ item_id }) => item_id !== '');
  return [member_code, member_code_partner, first?.item_id].join('/');
}

async function load<T>(path: string, other: T): Promise<T> {
  const text = await readFile(path, 'utf8').catch(() => '');
  return text === '' ? other : JSON.parse(text);
}

/** Replaces a file as a whole, so that a kill leaves the old one or the new one. */
async function keep(path: string, value: unknown): Promise<void> {
  const file = await open(`${path}.new`, 'w');
  await file.writeFile(JSON.stringify(value));
  await file.sync();
  await file.close();
  await rename(`${path}.new`, path);
}

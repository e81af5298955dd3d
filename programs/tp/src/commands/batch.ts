import type { PlatformClient } from '@trading-platform/client';
import { type DownloadName, downloads } from '@trading-platform/domain-types';
import { CliError, interruptSignal, print } from '@trading-platform/terminal';
import { withConnection } from '../access/connect.js';
import type { ConnectOptions } from '../access/connect-options.js';
import type { TableOptions, ViewOptions } from '../view-options.js';
import { type DownloadOptions, download } from './download.js';
import { printRecords } from './print-records.js';
import { printView } from './print-view.js';
import { ProgressView } from './progress-view.js';

interface JsonOptions extends ConnectOptions {
  readonly json?: true;
}

/** Lists the caller's batches, newest first. */
export async function listBatches({
  all,
  ...options
}: ConnectOptions & TableOptions & { readonly all?: true }): Promise<void> {
  await withConnection(options, async ({ client }) => {
    const rows: object[] = [];
    for await (const page of client.batches.list().pages()) {
      rows.push(
        ...page.map(({ batch_id, function: name, state, record_count, error_count, ...batch }) => {
          const { requested_at, expires_at, reason } = batch;
          return { batch_id, function: name, state, record_count, error_count, requested_at, expires_at, reason };
        }),
      );
      if (all !== true) break;
    }
    printRecords(rows, options);
  });
}

/** Shows all fields of one batch. */
export async function showBatch(batchId: string, options: ConnectOptions & ViewOptions): Promise<void> {
  await withConnection(options, async ({ client }) => {
    const batch = await client.batches.get(batchId);
    const width = Math.max(...Object.keys(batch).map((name) => name.length));
    const text = Object.entries(batch)
      .filter(([, value]) => value !== '')
      .map(([name, value]) => `${name.padEnd(width)}  ${value}`)
      .join('\n');
    printView({ json: batch, text }, options);
  });
}

export async function waitForBatch(batchId: string, options: JsonOptions): Promise<void> {
  const progress = new ProgressView();
  await withConnection(options, async ({ client }) => {
    const batch = client.batches.records({ batchId }, { signal: interruptSignal(), onProgress: progress.show });
    const { recordCount, errorCount } = await batch.ready.finally(() => progress.clear());
    const refused = errorCount === 0 ? '' : await refusedText(client, batchId, errorCount);
    const text = `Batch ${batchId} is finished: ${recordCount} records${refused}`;
    const json = { batch_id: batchId, record_count: recordCount, error_count: errorCount };
    print({ json, text }, options.json === true);
  });
}

/** For each function that is not a download, the command that shows the outcomes of its batches. */
const resultCommands: Readonly<Record<string, string | undefined>> = {
  'order-upload': 'tp order result',
  'trade-update': 'tp trade result',
};

async function refusedText(client: PlatformClient, batchId: string, errorCount: number): Promise<string> {
  const { function: name } = await client.batches.get(batchId);
  return `, ${errorCount} of them refused: ${resultCommands[name]} ${batchId}`;
}

/** Cancels an unfinished batch, or discards a finished one. */
export async function cancelBatch(batchId: string, options: JsonOptions): Promise<void> {
  await withConnection(options, async ({ client }) => {
    const outcome = await client.batches.cancel(batchId);
    print(
      { json: { batch_id: batchId, outcome }, text: `Batch ${batchId}: ${outcome || 'cancelled'}` },
      options.json === true,
    );
  });
}

/** Writes the records of a batch of any download. */
export async function getBatch(batchId: string, options: DownloadOptions): Promise<void> {
  const name = await withConnection(options, async ({ client }) => (await client.batches.get(batchId)).function);
  const resultCommand = resultCommands[name];
  if (resultCommand !== undefined)
    throw new CliError('usage', `Batch ${batchId} has outcomes, and no records: ${resultCommand} ${batchId}`);
  if (!Object.keys(downloads).includes(name))
    throw new CliError('refused', `Batch ${batchId} is of the function ${name}`);
  await download(name as DownloadName, [], { ...options, batchId });
}

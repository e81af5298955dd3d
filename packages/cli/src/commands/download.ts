import {
  type Download,
  type DownloadName,
  type PlatformClient,
  PlatformError,
  type Progress,
} from '@trading-platform/client';
import { batchRecordFields } from '@trading-platform/domain-types';
import {
  CliError,
  callerPath,
  interruptSignal,
  ProgressLine,
  print,
  remark,
  writeLines,
} from '@trading-platform/terminal';
import { type ConnectOptions, connect } from '../connect.js';

export interface DownloadOptions extends ConnectOptions {
  readonly out: string;
  readonly batchId?: string;
  readonly recordsPerGet?: number;
  readonly forImport?: true;
  readonly json?: true;
}

/** Downloads all records that a request selects, as NDJSON. */
export async function download(
  name: DownloadName,
  request: Readonly<Record<string, unknown>>,
  options: DownloadOptions,
): Promise<void> {
  const client = await connect(options);
  const progress = new ProgressLine(process.stderr);
  try {
    const batch = startDownload(client, name, request, { ...options, progress });
    await batch.ready;
    await writeLines(options.out, linesOf(batch, options, progress));
    await acknowledge(batch, options);
    await report(batch, options);
  } finally {
    progress.clear();
    // The tokens were for this download only. That they end is a courtesy, no condition of its success.
    await client.revoke().catch(() => undefined);
  }
}

function startDownload(
  { master, trade, settings }: PlatformClient,
  name: DownloadName,
  request: Readonly<Record<string, unknown>>,
  { batchId, recordsPerGet, progress }: DownloadOptions & { readonly progress: ProgressLine },
): Download<unknown> {
  const functions = {
    master,
    trade,
    nottrade: settings.nonTradingDays,
    orderclosing: settings.closingTimes,
    businessholiday: settings.nonCountingDays,
    orderblock: settings.orderBlocks,
  };
  const onProgress = ({ phase, batchId: id, done, total }: Progress) => {
    if (phase === 'fetching') return;
    progress.show(total && done / total, done, `records, batch ${id} is being made`);
  };
  const options = { signal: interruptSignal(), recordsPerGet, acknowledge: 'by-caller', onProgress } as const;
  const calls = functions[name];
  return batchId === undefined ? calls.download(request as never, options) : calls.resume({ batchId }, options);
}

/** What has been written for good is not delivered again. */
async function acknowledge(batch: Download<unknown>, { out }: DownloadOptions): Promise<void> {
  try {
    await batch.acknowledge();
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    const { batchId } = await batch.ready;
    const where = out === '-' ? 'They have been written' : `They are in ${out}`;
    const how = `the same command with --batch-id ${batchId} fetches and acknowledges them again`;
    throw new CliError('refused', `${error.reason}. ${where}; ${how}.`, { cause: error });
  }
}

async function report(batch: Download<unknown>, { out, json }: DownloadOptions): Promise<void> {
  const { batchId, recordCount } = await batch.ready;
  if (out === '-') {
    if (json === true) remark(JSON.stringify({ batch_id: batchId, record_count: recordCount }));
    return;
  }
  const text = `${recordCount} records of batch ${batchId} are in ${out}`;
  print({ json: { batch_id: batchId, record_count: recordCount, file: callerPath(out) }, text }, json === true);
}

async function* linesOf(
  batch: Download<unknown>,
  { forImport }: DownloadOptions,
  progress: ProgressLine,
): AsyncGenerator<Uint8Array> {
  const { recordCount } = await batch.ready;
  let count = 0;
  for await (const text of batch.texts()) {
    yield forImport === true ? withoutBatchFields(text) : text;
    progress.show(++count / recordCount, count, 'records');
  }
}

/** Turns a delivered record into a line of an import file. */
function withoutBatchFields(text: Uint8Array): Buffer {
  const fields = JSON.parse(Buffer.from(text).toString('utf8')) as Record<string, unknown>;
  for (const name of batchRecordFields) delete fields[name];
  return Buffer.from(JSON.stringify(fields));
}

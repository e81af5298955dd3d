import { type Download, type DownloadName, PlatformError } from '@trading-platform/client';
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
  const signal = interruptSignal();
  const progress = new ProgressLine(process.stderr);
  try {
    const batch = (await client.download(name, request, {
      signal,
      batchId: options.batchId,
      recordsPerGet: options.recordsPerGet,
      acknowledge: 'by-caller',
      onCheck: ({ batchId }) => progress.show(undefined, 0, `records, batch ${batchId} is being made`),
    })) as Download<object>;
    await writeLines(options.out, linesOf(batch, options, progress));
    await acknowledge(batch, options);
    report(batch, options);
  } finally {
    progress.clear();
    // The tokens were for this download only. That they end is a courtesy, no condition of its success.
    await client.revoke().catch(() => undefined);
  }
}

/** What has been written for good is not delivered again. */
async function acknowledge(batch: Download<object>, { out }: DownloadOptions): Promise<void> {
  try {
    await batch.acknowledge();
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    const where = out === '-' ? 'They have been written' : `They are in ${out}`;
    const how = `the same command with --batch-id ${batch.batchId} fetches and acknowledges them again`;
    throw new CliError('refused', `${error.message}. ${where}; ${how}.`, { cause: error });
  }
}

function report({ batchId, recordCount }: Download<object>, { out, json }: DownloadOptions): void {
  if (out === '-') {
    if (json === true) remark(JSON.stringify({ batch_id: batchId, record_count: recordCount }));
    return;
  }
  const text = `${recordCount} records of batch ${batchId} are in ${out}`;
  print({ json: { batch_id: batchId, record_count: recordCount, file: callerPath(out) }, text }, json === true);
}

async function* linesOf(
  batch: Download<object>,
  { forImport }: DownloadOptions,
  progress: ProgressLine,
): AsyncGenerator<Buffer> {
  let count = 0;
  for await (const text of batch.texts()) {
    yield forImport === true ? withoutBatchFields(text) : text;
    progress.show(++count / batch.recordCount, count, 'records');
  }
}

/** Turns a delivered record into a line of an import file. */
function withoutBatchFields(text: Buffer): Buffer {
  const fields = JSON.parse(text.toString('utf8')) as Record<string, unknown>;
  for (const name of batchRecordFields) delete fields[name];
  return Buffer.from(JSON.stringify(fields));
}

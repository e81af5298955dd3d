import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { PlatformClient } from '@trading-platform/client';
import { type DownloadName, downloads } from '@trading-platform/domain-types';
import type { RecordTable } from '@trading-platform/domain-types/tables';
import {
  endStream,
  findTarget,
  openStream,
  type PlainTarget,
  type StreamTarget,
  type Target,
} from '@trading-platform/files';
import {
  CliError,
  callerPath,
  fileError,
  hasReaderLeft,
  interruptSignal,
  print,
  readObject,
  remark,
} from '@trading-platform/terminal';
import { type Connection, withConnection } from '../access/connect.js';
import type { ConnectOptions } from '../access/connect-options.js';
import { downloadToFile, unfinished } from '../downloads/download-to-file.js';
import { downloadToOutput } from '../downloads/download-to-output.js';
import { type Calls, callsOf } from '../downloads/record-source.js';
import { showRecords } from '../downloads/show-records.js';
import { commandDigest } from '../files/download-state.js';
import { type Filter, toRequest } from '../filters/filters.js';
import { type OutputFormat, type OutputOptions, outputFormat } from '../formats/output-format.js';
import { tablesOfKind } from '../tables/choose-table.js';
import { ProgressView } from './progress-view.js';
import { typedCommand } from './typed-command.js';

export interface DownloadOptions extends ConnectOptions, OutputOptions {
  readonly filter?: string;
  readonly batchId?: string;
  readonly seqFrom?: number;
  readonly recordsPerGet?: number;
  readonly force?: true;
  readonly json?: true;
}

/** The inputs of one run of the command. */
interface Run {
  readonly kind: DownloadName;
  readonly request: Readonly<Record<string, unknown>>;
  readonly options: DownloadOptions;
  readonly format: OutputFormat;
  readonly connection: Connection;
  readonly calls: Calls;
  readonly signal: AbortSignal;
  readonly progress: ProgressView;
}

/** Downloads all records of a request, in the format given by the options or the file name. */
export async function download(
  kind: DownloadName,
  filters: readonly Filter[],
  options: DownloadOptions,
): Promise<void> {
  const file = options.filter === undefined ? {} : await readObject(options.filter);
  const request = options.batchId === undefined ? toRequest({ ...options }, filters, file) : {};
  const format = outputFormat(kind, options);
  const target = await targetOf(options);
  checkTarget(target, options, format);
  const signal = interruptSignal();
  const progress = new ProgressView();
  await withConnection(options, async (connection) => {
    const run = {
      kind,
      request,
      options,
      format,
      connection,
      calls: callsOf(connection.client, kind),
      signal,
      progress,
    };
    try {
      if (target.kind === 'file') await toFile(run, target);
      else if (target === standardOutput && process.stdout.isTTY && options.format === undefined) await toTerminal(run);
      else await toStream(run, target);
    } finally {
      progress.clear();
    }
  });
}

const standardOutput: StreamTarget = { kind: 'stream', path: '-', descriptor: 1 };

async function targetOf({ out = '-' }: DownloadOptions): Promise<Target> {
  if (out === '-') return standardOutput;
  return findTarget(callerPath(out), out).catch((error: unknown) => {
    throw fileError(out, error);
  });
}

function checkTarget({ kind }: Target, options: DownloadOptions, format: OutputFormat): void {
  const atEnd = { parquet: 'Parquet file', xlsx: 'workbook' } as const;
  if (kind === 'stream' && (format.name === 'parquet' || format.name === 'xlsx')) {
    const what = atEnd[format.name];
    throw new CliError('usage', `A ${what} cannot go into a pipe or a device: name a plain file with --out`);
  }
  if (options.seqFrom === undefined) return;
  if (options.batchId === undefined)
    throw new CliError('usage', '--seq-from is a position in a batch: give --batch-id as well');
  if (kind === 'file')
    throw new CliError('usage', '--seq-from is for standard output: a download to a file resumes by itself');
}

async function toFile(run: Run, target: PlainTarget): Promise<void> {
  const { kind, request, options, format, connection, calls, signal, progress } = run;
  const { out = '', batchId, force, recordsPerGet, json } = options;
  const { name, gzip } = format;
  const { table, bom, exact, forImport } = options;
  const facts = {
    kind,
    request,
    batchId,
    caller: connection.caller,
    // Columns that stay text are no part of the command: a download that ended at a value continues with them.
    format: { name, gzip, table, bom, exact, forImport },
  };
  try {
    const done = await downloadToFile({
      calls,
      request,
      batchId,
      target,
      name: out,
      format,
      command: commandDigest(facts),
      force: force === true,
      recordsPerGet,
      signal,
      onProgress: progress.show,
      tell: (text) => {
        progress.clear();
        remark(text);
      },
      acknowledge: (id, count) => acknowledge(connection.client, kind, id, count),
    });
    progress.clear();
    const resumed = done.resumedAt === 0 ? '' : `, of which ${done.resumedAt} were there from before`;
    print(
      {
        json: {
          batch_id: done.batchId,
          record_count: done.recordCount,
          resumed_at: done.resumedAt,
          file: callerPath(out),
        },
        text: `${done.recordCount} records of batch ${done.batchId} are in ${out}${resumed}`,
      },
      json === true,
    );
  } catch (error) {
    progress.clear();
    await tellHowToGoOn(target.path, out, error);
    throw error;
  }
}

/** Suggests to run the same command again, but only if that run can resume the download. */
async function tellHowToGoOn(target: string, out: string, error: unknown): Promise<void> {
  if (error instanceof CliError && error.code !== 'interrupted') return;
  const state = await unfinished(target);
  if (state?.batchId === undefined || state.wholeBytes !== undefined) return;
  const whole = state.recordCount === undefined ? '' : ` of ${state.recordCount}`;
  remark(
    `${state.records}${whole} records are safe in ${out}.part. To go on there, type the same again:\n\n  ${typedCommand()}\n\n`,
  );
}

/**
 * Downloads to standard output, a pipe or a device. Written records cannot be read back, so the same command starts
 * again from the first record.
 */
async function toStream(run: Run, target: StreamTarget): Promise<void> {
  const { kind, request, options, format, connection, calls, signal, progress } = run;
  const { out = '-', recordsPerGet, seqFrom = 1, json } = options;
  const how = { signal, recordsPerGet, onProgress: progress.show, acknowledge: 'by-caller' } as const;
  const batch =
    options.batchId === undefined
      ? calls.download(request, how)
      : calls.resume({ batchId: options.batchId, seqFrom }, how);
  const { batchId, recordCount } = await batch.ready;
  const position = { records: 0 };
  try {
    const stream = await openStream(target, signal);
    const write = (output: Writable) => downloadToOutput(batch, format.text, output, position);
    await (format.gzip ? writeCompressed(stream, write) : write(stream).then(() => endStream(stream)));
  } catch (error) {
    progress.clear();
    if (hasReaderLeft(error)) throw error;
    const next = seqFrom + position.records;
    if (format.name === 'ndjson' && !format.gzip)
      remark(`${position.records} records were written. The rest: --batch-id ${batchId} --seq-from ${next}`);
    else if (target !== standardOutput)
      remark(`A download into ${out}, which is no plain file, cannot go on: type the same again to begin anew`);
    throw fileError(out, error);
  }
  if (recordCount >= seqFrom) await acknowledge(connection.client, kind, batchId, recordCount, seqFrom);
  progress.clear();
  if (target.descriptor !== 1) tellStreamed(run, batchId, recordCount);
  else if (json === true) remark(JSON.stringify({ batch_id: batchId, record_count: recordCount }));
}

async function writeCompressed(stream: Writable, write: (output: Writable) => Promise<void>): Promise<void> {
  const gzip = createGzip();
  const arrived = pipeline(gzip, stream);
  try {
    await write(gzip);
  } catch (error) {
    gzip.destroy(error as Error);
    await arrived;
  }
  gzip.end();
  await arrived;
}

function tellStreamed({ options, progress }: Run, batchId: string, recordCount: number): void {
  const { out = '-', json } = options;
  progress.clear();
  const facts = { batch_id: batchId, record_count: recordCount, file: callerPath(out) };
  print({ json: facts, text: `${recordCount} records of batch ${batchId} were written into ${out}` }, json === true);
}

async function toTerminal({ kind, request, options, calls, signal, progress }: Run): Promise<void> {
  const how = {
    signal,
    onProgress: progress.show,
    acknowledge: 'by-caller',
    recordsPerGet: options.recordsPerGet,
  } as const;
  const { batchId, seqFrom } = options;
  const batch = batchId === undefined ? calls.download(request, how) : calls.resume({ batchId, seqFrom }, how);
  const text = await showRecords(batch, tableToShow(kind, options.table), process.stdout.columns);
  progress.clear();
  process.stdout.write(text);
}

/** The table that is most useful for people. */
function tableToShow(kind: DownloadName, name: string | undefined): RecordTable {
  const tables = tablesOfKind(kind);
  const wanted = name ?? (kind === 'master' ? 'catalog' : tables[0]?.name);
  const found = tables.find((table) => table.name === wanted);
  if (found !== undefined) return found;
  throw new CliError(
    'usage',
    `There is no table ${wanted} of ${kind}: ${tables.map((table) => table.name).join(', ')}`,
  );
}

/** Acknowledges slips, which then count as downloaded. Other records cannot be marked as downloaded. */
async function acknowledge(
  client: PlatformClient,
  kind: DownloadName,
  batchId: string,
  seqTo: number,
  seqFrom = 1,
): Promise<void> {
  if (!downloads[kind].isMarked) return;
  await client.batches.delivered({ batchId, seqFrom, seqTo });
}

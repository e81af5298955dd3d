import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createGunzip } from 'node:zlib';
import { PlatformError, type Progress } from '@trading-platform/client';
import {
  type FileLock,
  findTarget,
  flushFile,
  flushFolder,
  type PlainTarget,
  putInPlace,
} from '@trading-platform/files';
import { CliError, fileError } from '@trading-platform/terminal';
import { type DownloadState, StateFile } from '../files/download-state.js';
import { leaveToFormer, lockTarget, notHeld } from '../files/held.js';
import { splitLines } from '../files/lines-of.js';
import { PartFile } from '../files/part-file.js';
import type { OutputFormat } from '../formats/output-format.js';
import { loadParquet, writeParquet } from '../formats/parquet.js';
import { UnfitValue } from '../formats/typed-value.js';
import { unfitColumnsText } from '../formats/unfit-columns.js';
import { writeWorkbook } from '../formats/workbook.js';
import { appendRecords } from './append-records.js';
import { encodedBlocks } from './encoded-blocks.js';
import { type Calls, isGone, requestBatch } from './record-source.js';

/** The compression is strong if the user keeps the file, and fast if another file is made from it. */
const gzipLevel = { kept: 6, soonGone: 1 } as const;
/** The maximum number of batches for one download. A batch can fail or expire before its records are read. */
const mostBatches = 3;
/** While one page arrives, the platform already makes the next one. */
const parallelGets = 2;
/** Size of the chunks in which compressed records are read. */
const unpackedBytes = 262_144;

export interface FileDownload {
  readonly calls: Calls;
  readonly request: object;
  /** The number of an existing batch, which is read instead of a new batch. */
  readonly batchId?: string | undefined;
  readonly target: PlainTarget;
  /** The name that the user typed. */
  readonly name: string;
  readonly format: OutputFormat;
  /** The digest of the command. A command with a different digest cannot continue this file. */
  readonly command: string;
  /** Whether an earlier, unfinished download is ignored. */
  readonly force: boolean;
  readonly recordsPerGet?: number | undefined;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
  /** Reports everything except the outcome. */
  readonly tell: (text: string) => void;
  /** Acknowledges all records to the platform. It is called after the file is on the disk. */
  readonly acknowledge: (batchId: string, recordCount: number) => Promise<void>;
}

export interface Downloaded {
  readonly batchId: string;
  readonly recordCount: number;
  /** Number of records that an earlier run wrote. */
  readonly resumedAt: number;
}

/**
 * Downloads to a file. The file appears under its name only when it is complete and on the disk. If the download is
 * interrupted, the same call resumes after the last safe record.
 */
export async function downloadToFile(download: FileDownload): Promise<Downloaded> {
  if (download.format.parquet !== undefined) await loadParquet();
  const lock = await lockTarget(download.target.path, download.name);
  try {
    return await new FileWork(download, lock).run();
  } catch (error) {
    throw fileError(download.name, error);
  } finally {
    await lock.release();
  }
}

/** The progress of an interrupted download to a file; undefined if no download can be resumed. */
export async function unfinished(target: string): Promise<DownloadState | undefined> {
  return new StateFile(statePath(target), notHeld).load();
}

function statePath(target: string): string {
  return `${target}.part.json`;
}

/**
 * A running download. The file `part` grows during the download. The complete file has another name until it is moved
 * to the target.
 */
class FileWork {
  readonly #download: FileDownload;
  readonly #lock: FileLock;
  readonly #stateFile: StateFile;
  readonly #part: string;
  readonly #whole: string;
  #state: DownloadState;
  #resumedAt = 0;

  constructor(download: FileDownload, lock: FileLock) {
    const { path } = download.target;
    this.#download = download;
    this.#lock = lock;
    this.#stateFile = new StateFile(statePath(path), lock);
    this.#part = `${path}.part`;
    this.#whole = isMadeAtEnd(download.format) ? `${this.#part}.${download.format.name}` : this.#part;
    this.#state = this.#anew();
  }

  async run(): Promise<Downloaded> {
    if (this.#lock.formerMayLive) await leaveToFormer(this.#part);
    await this.#takeUp();
    if (!(await this.#isWhole())) await this.#makeWhole().catch((error: unknown) => this.#leave(error));
    await this.#putInPlace();
    const { batchId = '', recordCount = 0 } = this.#state;
    await this.#acknowledge(batchId, recordCount);
    await this.#stateFile.remove();
    return { batchId, recordCount, resumedAt: this.#resumedAt };
  }

  /** Removes the files of the download if there is nothing to resume. */
  async #leave(error: unknown): Promise<never> {
    if (this.#state.batchId === undefined || isGone(error)) {
      await this.#lock.check();
      await rm(this.#part, { force: true });
      await this.#stateFile.remove();
    }
    throw error;
  }

  #anew(): DownloadState {
    const { command, batchId } = this.#download;
    return { command, requestKey: randomUUID(), records: 0, bytes: 0, ...(batchId === undefined ? {} : { batchId }) };
  }

  async #save(state: DownloadState): Promise<void> {
    await this.#stateFile.save(state);
    this.#state = state;
  }

  /** Loads the progress of an earlier run of the same command. */
  async #takeUp(): Promise<void> {
    const { command, force, name } = this.#download;
    const found = force ? undefined : await this.#stateFile.load();
    if (found === undefined) return this.#save(this.#anew());
    if (found.command !== command) {
      const message = `${name} has an unfinished download of another command: type that command again, or this one with --force`;
      throw new CliError('refused', message);
    }
    this.#state = found;
  }

  /**
   * Whether an earlier run was interrupted after it completed the file. If this file has disappeared meanwhile, its
   * records are fetched again.
   */
  async #isWhole(): Promise<boolean> {
    const { wholeBytes } = this.#state;
    if (wholeBytes === undefined) return false;
    if ((await sizeOf(this.#whole)) === wholeBytes || (await sizeOf(this.#download.target.path)) === wholeBytes)
      return true;
    const { wholeBytes: _, ...rest } = this.#state;
    await this.#save({ ...rest, records: 0, bytes: 0 });
    return false;
  }

  async #makeWhole(): Promise<void> {
    const recordCount = await this.#fetchWhereverItStands();
    const { parquet, workbook } = this.#download.format;
    if (isMadeAtEnd(this.#download.format)) {
      await this.#lock.check();
      await rm(this.#whole, { force: true });
      if (parquet !== undefined) await this.#makeParquet(parquet);
      if (workbook !== undefined) await writeWorkbook(this.#whole, workbook, this.#partLines());
      await flushFile(this.#whole);
    }
    await this.#save({ ...this.#state, recordCount, wholeBytes: (await stat(this.#whole)).size });
  }

  #partLines(): AsyncIterable<Uint8Array> {
    return splitLines(createReadStream(this.#part).pipe(createGunzip({ chunkSize: unpackedBytes })));
  }

  async #makeParquet({ table, textColumns }: NonNullable<OutputFormat['parquet']>): Promise<void> {
    await writeParquet(this.#whole, table, this.#partLines(), textColumns).catch(async (error: unknown) => {
      if (!(error instanceof UnfitValue)) throw error;
      await rm(this.#whole, { force: true });
      const text = await unfitColumnsText(table, this.#partLines(), textColumns);
      throw new CliError('input', `${this.#download.name}: ${text}`, { cause: error });
    });
  }

  /** Fetches the records. If the batch has disappeared, requests a new batch, unless somebody has aborted it during this run. */
  async #fetchWhereverItStands(): Promise<number> {
    let isOfEarlierRun = this.#state.batchId !== undefined;
    for (let batches = 1; ; batches++) {
      try {
        // oxlint-disable-next-line no-await-in-loop -- one batch takes the place of the other
        return await this.#fetch();
      } catch (error) {
        const mayBeginAnew = this.#download.batchId === undefined && batches < mostBatches;
        if (!mayBeginAnew || !isGone(error) || (!isOfEarlierRun && error.code === 'batch-aborted')) throw error;
        this.#download.tell(`Batch ${this.#state.batchId} is no longer there (${error.reason}): beginning anew`);
        // oxlint-disable-next-line no-await-in-loop
        await this.#save(this.#anew());
        isOfEarlierRun = false;
      }
    }
  }

  /** @returns the number of all records, which are then on the disk */
  async #fetch(): Promise<number> {
    const { calls, signal, onProgress, recordsPerGet, format, tell } = this.#download;
    const batchId = await this.#batchId();
    const part = await this.#openPart();
    const { records } = this.#state;
    this.#resumedAt = records;
    if (records > 0) tell(`Resuming after record ${records.toLocaleString('en')} of batch ${batchId}`);
    try {
      const options = { signal, onProgress, recordsPerGet, parallelGets, acknowledge: 'by-caller' } as const;
      const batch = calls.resume({ batchId, seqFrom: records + 1 }, options);
      const { recordCount } = await batch.ready;
      if (records < recordCount || records === 0) {
        const save = (safe: { records: number; bytes: number }) => this.#save({ ...this.#state, recordCount, ...safe });
        const blocks = encodedBlocks(format.text, batch.lines(), records === 0);
        await appendRecords(part, format.text, blocks, { before: records, recordCount, save });
      }
      return recordCount;
    } finally {
      await part.close();
    }
  }

  async #batchId(): Promise<string> {
    const { calls, request, signal, onProgress } = this.#download;
    if (this.#state.batchId !== undefined) return this.#state.batchId;
    let batchId = '';
    let saved = Promise.resolve();
    const onNumber = (number: string) => {
      if (number === batchId) return;
      batchId = number;
      saved = this.#save({ ...this.#state, batchId });
      // The error is reported below.
      saved.catch(() => undefined);
    };
    const { requestKey } = this.#state;
    try {
      await requestBatch(calls, request, { requestKey, signal, onNumber, onProgress });
    } finally {
      await saved;
    }
    return batchId;
  }

  async #openPart(): Promise<PartFile> {
    const { format } = this.#download;
    const level = format.gzip ? gzipLevel[isMadeAtEnd(format) ? 'soonGone' : 'kept'] : undefined;
    const { records, bytes } = this.#state;
    const options = { gzipLevel: level, mode: this.#download.target.former?.mode, held: this.#lock };
    const part = await PartFile.open(this.#part, records === 0 ? 0 : bytes, options);
    if (part !== undefined) return part;
    await this.#save({ ...this.#state, records: 0, bytes: 0 });
    return (await PartFile.open(this.#part, 0, options)) as PartFile;
  }

  async #putInPlace(): Promise<void> {
    const { target } = this.#download;
    await this.#lock.check();
    if ((await sizeOf(this.#whole)) === this.#state.wholeBytes) await putInPlace(this.#whole, await this.#sameTarget());
    await rm(this.#part, { force: true });
    await flushFolder(dirname(target.path));
  }

  /** Reads the target again, because a download may take hours. */
  async #sameTarget(): Promise<PlainTarget> {
    const { target, name } = this.#download;
    const found = await findTarget(target.path, name);
    if (found.kind === 'file') return found;
    throw new CliError('input', `${name} is no plain file any more: remove it, and type the same command again`);
  }

  /** Acknowledges records that are on the disk; such records are not delivered again. */
  async #acknowledge(batchId: string, recordCount: number): Promise<void> {
    const { acknowledge, name } = this.#download;
    try {
      if (recordCount > 0) await acknowledge(batchId, recordCount);
    } catch (cause) {
      if (!(cause instanceof PlatformError)) throw cause;
      const gone = isGone(cause.cause ?? cause);
      if (gone) await this.#stateFile.remove();
      const then = gone ? 'they will count as not downloaded' : 'the same command again acknowledges them';
      throw new CliError('refused', `${cause.reason}. They are in ${name}; ${then}.`, { cause });
    }
  }
}

async function sizeOf(path: string): Promise<number | undefined> {
  const facts = await stat(path).catch(() => undefined);
  return facts?.size;
}

/** Whether the file is made from all records at the end. */
function isMadeAtEnd({ parquet, workbook }: OutputFormat): boolean {
  return parquet !== undefined || workbook !== undefined;
}

import { rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { RecordLines } from '@trading-platform/client';
import type { DownloadName } from '@trading-platform/domain-types';
import { type FileLock, findTarget, flushFolder, makeFolder, putInPlace } from '@trading-platform/files';
import { CliError, fileError } from '@trading-platform/terminal';
import { encodedLines } from '../../downloads/encoded-blocks.js';
import { leaveToFormer, lockTarget } from '../../files/held.js';
import { PartFile, writeNewFile } from '../../files/part-file.js';
import { importLines } from '../../formats/json-formats.js';
import { loadParquet } from '../../formats/parquet.js';
import type { Copy, CopyOwner, LastPiece, RecordsAside, Removals } from '../copy.js';
import type { KindState } from '../copy-state.js';
import { copyTables } from '../copy-tables.js';
import { changedLines } from './changed-records.js';
import type { DirectoryFormat } from './directory-formats.js';
import { DirectoryState } from './directory-state.js';
import { countLines, writeFitTables } from './fit-tables.js';

const stateName = 'tp-sync.json';

/** The number is limited, because the file position of each change is kept in memory. */
const mostChanges = 200_000;

export interface DirectoryCopyOptions {
  /** Absolute. */
  readonly folder: string;
  /** The name that the user typed. */
  readonly name: string;
  readonly format: DirectoryFormat;
  readonly owner: CopyOwner;
  readonly textColumns: readonly string[];
}

/**
 * Keeps copies as files of a folder. Each file is replaced as a whole. As NDJSON, a kind has the file `KIND.ndjson` with
 * one record on each line. As Parquet, a kind has a file for each of its tables, `.KIND.records` with the records (to
 * which the next changes are applied), and `KIND.aside.ndjson` with the records that do not fit the columns.
 * `tp-sync.json` has the state, and `.KIND.part` has the batch that is being copied.
 */
export class DirectoryCopy implements Copy {
  readonly mostChanges = mostChanges;
  readonly #options: DirectoryCopyOptions;
  readonly #state: DirectoryState;
  readonly #lock: FileLock;

  private constructor(options: DirectoryCopyOptions, state: DirectoryState, lock: FileLock) {
    this.#options = options;
    this.#state = state;
    this.#lock = lock;
  }

  /** @throws CliError if the folder cannot be used, or belongs to another process, another member or a newer program */
  static async open(options: DirectoryCopyOptions): Promise<DirectoryCopy> {
    const { folder, name, format, owner } = options;
    if (format === 'parquet') await loadParquet();
    await makeFolder(folder).catch((error: unknown) => {
      throw fileError(name, error);
    });
    const path = join(folder, stateName);
    const lock = await lockTarget(path, name);
    try {
      const copy = new DirectoryCopy(options, await DirectoryState.load(path, lock, name, owner), lock);
      if (lock.formerMayLive) await copy.#leaveParts();
      await copy.#checkParts();
      return copy;
    } catch (error) {
      await lock.release();
      throw fileError(name, error);
    }
  }

  async #leaveParts(): Promise<void> {
    for (const [kind] of this.#state.all()) await leaveToFormer(this.#part(kind));
  }

  /** A batch whose copied records are lost is fetched again. */
  async #checkParts(): Promise<void> {
    for (const [kind, { batch, partBytes = 0, ...state }] of this.#state.all()) {
      if (batch === undefined || batch.position === 0) continue;
      const facts = await stat(this.#part(kind)).catch(() => undefined);
      if (facts === undefined || facts.size < partBytes) {
        await this.#state.save(kind, { ...state, batch: { ...batch, position: 0 } });
      }
    }
  }

  layoutOf(kind: DownloadName): string {
    const { format, textColumns } = this.#options;
    const own = copyTables(kind, textColumns).flatMap(({ columns }) => columns.map(({ name }) => name));
    return [format, ...textColumns.filter((name) => own.includes(name)).toSorted()].join(' ');
  }

  async stateOf(kind: DownloadName): Promise<KindState | undefined> {
    return this.#state.of(kind);
  }

  async makeAnew(kind: DownloadName, state: KindState): Promise<void> {
    if (this.#state.of(kind) === undefined) await this.#checkNames(kind);
    await this.save(kind, state);
  }

  async #checkNames(kind: DownloadName): Promise<void> {
    for (const path of this.#shown(kind)) {
      if ((await stat(path).catch(() => undefined)) === undefined) continue;
      throw new CliError('input', `${path} is there, and tp sync has not made it: give the copy a folder of its own`);
    }
  }

  save(kind: DownloadName, state: KindState): Promise<void> {
    const partBytes =
      state.batch === undefined || state.batch.position === 0 ? undefined : this.#state.of(kind)?.partBytes;
    return this.#named(() => this.#state.save(kind, partBytes === undefined ? state : { ...state, partBytes }));
  }

  write(kind: DownloadName, lines: RecordLines, state: KindState): Promise<void> {
    return this.#named(async () => {
      const isFirst = state.batch?.position === lines.records;
      await this.#state.save(kind, { ...state, partBytes: await this.#append(kind, lines, isFirst) });
    });
  }

  finish(kind: DownloadName, { lines, gone }: LastPiece, state: KindState): Promise<number | undefined> {
    return this.#named(async () => {
      const before = this.#state.of(kind);
      const hasParts = (before?.batch?.position ?? 0) > 0;
      const isFull = gone === 'what is of older loads';
      let removed: number | undefined = isFull ? undefined : 0;
      if (isFull || lines.records > 0 || gone.count > 0 || hasParts) {
        await this.#append(kind, lines, !hasParts);
        if (isFull) await this.#put(kind, this.#part(kind));
        else removed = await this.#putChanges(kind, gone);
      }
      await this.#state.save(kind, state);
      await rm(this.#part(kind), { force: true });
      return removed;
    });
  }

  /** A line of NDJSON can hold any value, so no record is put aside. */
  async aside(kind: DownloadName): Promise<RecordsAside> {
    const path = this.#asidePath(kind);
    return { count: await countLines(path), place: basename(path) };
  }

  close(): Promise<void> {
    return this.#lock.release();
  }

  /** @returns the number of safe bytes */
  async #append(kind: DownloadName, { text: lines }: RecordLines, isFirst: boolean): Promise<number> {
    const safe = isFirst ? 0 : (this.#state.of(kind)?.partBytes ?? 0);
    const part = await PartFile.open(this.#part(kind), safe, { held: this.#lock });
    if (part === undefined) throw new Error(`${this.#part(kind)} has lost records`);
    try {
      for (const { text } of encodedLines(importLines, lines, false)) await part.append(text);
      await part.flush();
      return part.bytes;
    } finally {
      await part.close();
    }
  }

  async #putChanges(kind: DownloadName, gone: Removals): Promise<number> {
    const removed = { gone: 0 };
    const next = this.#path(`.${kind}.next`);
    const changes = { kind, records: this.#records(kind), changed: this.#part(kind), gone };
    await writeNewFile(next, changedLines(changes, removed), this.#lock);
    await this.#put(kind, next);
    return removed.gone;
  }

  /**
   * Moves the records and the files made of them into place. Each file is replaced in one step. After a crash between
   * two files, all files are replaced again.
   */
  async #put(kind: DownloadName, records: string): Promise<void> {
    const { format, folder, textColumns } = this.#options;
    const made: [string, string][] = [];
    if (format === 'parquet') {
      const tables = copyTables(kind, textColumns);
      const next = ({ name }: { readonly name: string }) => this.#path(`.${name}.parquet.next`);
      await writeFitTables({ kind, tables, records, next, aside: this.#asidePath(kind), held: this.#lock });
      for (const table of tables) made.push([next(table), this.#path(`${table.name}.parquet`)]);
    }
    await this.#lock.check();
    for (const [next, path] of [...made, [records, this.#records(kind)] as const]) {
      const target = await findTarget(path);
      if (target.kind === 'stream') throw new CliError('input', `${path} is no plain file any more: remove it`);
      await putInPlace(next, target);
    }
    const shown = new Set([...made.map(([, path]) => path), this.#records(kind)]);
    if (format === 'parquet') shown.add(this.#asidePath(kind));
    for (const path of this.#shown(kind)) if (!shown.has(path)) await rm(path, { force: true });
    await flushFolder(folder);
  }

  #path(name: string): string {
    return join(this.#options.folder, name);
  }

  #part(kind: DownloadName): string {
    return this.#path(`.${kind}.part`);
  }

  #asidePath(kind: DownloadName): string {
    return this.#path(`${kind}.aside.ndjson`);
  }

  #records(kind: DownloadName): string {
    return this.#path(this.#options.format === 'parquet' ? `.${kind}.records` : `${kind}.ndjson`);
  }

  /** The visible files of a kind in any format. */
  #shown(kind: DownloadName): readonly string[] {
    const tables = copyTables(kind, []).map(({ name }) => `${name}.parquet`);
    const names = [`${kind}.ndjson`, `.${kind}.records`, ...tables].map((name) => this.#path(name));
    return [...names, this.#asidePath(kind)];
  }

  async #named<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw fileError(this.#options.name, error);
    }
  }
}

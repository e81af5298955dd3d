import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { flushFolder, replaceFile } from '@trading-platform/files';
import { CliError, fileError } from '@trading-platform/terminal';
import type { ArchivedUnit } from './archive-source.js';
import { examineLineFile, type LineFileFacts, LineFileWriter, readLineFile } from './line-file.js';

/** The content of `volume.json`, which describes a volume. */
export interface VolumeFacts {
  readonly kind: string;
  /** Time of writing. */
  readonly created_at: string;
  /** All its data is older than this day. */
  readonly before: string;
  readonly units: number;
  readonly files: Readonly<Record<string, LineFileFacts>>;
}

const factsFile = 'volume.json';
/**
 * This file exists when every unit of the volume either has been removed from the database, or has changed and remains
 * there.
 */
const removedFile = 'removed.json';
/** The key of each unit, and the number of its lines in each file. */
const index = 'index';
const unfinished = '.part';

/** A volume has some hundred MB of files. After a kill, at most the work of one volume is repeated. */
export const volumeLimits = { units: 50_000, bytes: 1_000_000_000 } as const;

export type VolumeLimits = { readonly [Name in keyof typeof volumeLimits]: number };

function pathOf(folder: string, name: string): string {
  return join(folder, `${name}.ndjson.gz`);
}

/** Writes a volume into a folder with a temporary name until it is complete. */
export class VolumeWriter {
  readonly #folder: string;
  readonly #name: string;
  readonly #facts: Pick<VolumeFacts, 'kind' | 'before'>;
  readonly #files: ReadonlyMap<string, LineFileWriter>;
  #units = 0;

  private constructor(
    folder: string,
    name: string,
    facts: Pick<VolumeFacts, 'kind' | 'before'>,
    files: readonly string[],
  ) {
    this.#folder = folder;
    this.#name = name;
    this.#facts = facts;
    this.#files = new Map(
      [index, ...files].map((file) => [file, new LineFileWriter(pathOf(join(folder, name + unfinished), file))]),
    );
  }

  static async begin(
    folder: string,
    facts: Pick<VolumeFacts, 'kind' | 'before'>,
    files: readonly string[],
  ): Promise<VolumeWriter> {
    const moment = new Date().toISOString().replaceAll(/[-:.]/g, '');
    const name = `${facts.kind}-${moment}-${randomBytes(3).toString('hex')}`;
    await mkdir(join(folder, name + unfinished));
    return new VolumeWriter(folder, name, facts, files);
  }

  isFull(limits: VolumeLimits): boolean {
    const bytes = [...this.#files.values()].reduce((sum, file) => sum + file.bytes, 0);
    return this.#units >= limits.units || bytes >= limits.bytes;
  }

  async add(units: readonly ArchivedUnit[]): Promise<void> {
    const [own, ...files] = this.#files.values();
    await own?.add(
      units.map(({ key, lines }) => Buffer.from(JSON.stringify([key, ...lines.map(({ length }) => length)]))),
    );
    for (const [place, file] of files.entries()) await file.add(units.flatMap(({ lines }) => lines[place] ?? []));
    this.#units += units.length;
  }

  /**
   * Flushes everything to the disk and reads it again. Only then gives the volume its name. Returns its folder.
   *
   * @throws CliError `refused` if the files on the disk differ from the written ones
   */
  async finish(): Promise<string> {
    const part = join(this.#folder, this.#name + unfinished);
    const files: Record<string, LineFileFacts> = {};
    for (const [name, writer] of this.#files) {
      const written = await writer.end();
      const found = await examineLineFile(pathOf(part, name));
      if (found.lines !== written.lines || found.bytes !== written.bytes) {
        throw new CliError('refused', `${pathOf(part, name)} is not what was written: the disk cannot be trusted`);
      }
      files[name] = found;
    }
    const facts = { ...this.#facts, created_at: new Date().toISOString(), units: this.#units, files };
    await writeJson(part, factsFile, facts);
    const volume = join(this.#folder, this.#name);
    await rename(part, volume);
    await flushFolder(this.#folder);
    return volume;
  }

  /** Nothing has been removed from the database yet, so no data is lost. */
  async discard(): Promise<void> {
    for (const file of this.#files.values()) file.destroy();
    await rm(join(this.#folder, this.#name + unfinished), { recursive: true, force: true });
  }
}

/** A complete volume. */
export class Volume {
  readonly folder: string;
  readonly facts: VolumeFacts;

  private constructor(folder: string, facts: VolumeFacts) {
    this.folder = folder;
    this.facts = facts;
  }

  /** @throws CliError `input` */
  static async open(folder: string): Promise<Volume> {
    try {
      return new Volume(folder, JSON.parse(await readFile(join(folder, factsFile), 'utf8')) as VolumeFacts);
    } catch (error) {
      if (error instanceof SyntaxError) throw new CliError('input', `${join(folder, factsFile)}: is not a JSON object`);
      throw fileError(join(folder, factsFile), error);
    }
  }

  /** Its data files. */
  get files(): readonly string[] {
    return Object.keys(this.facts.files).filter((name) => name !== index);
  }

  /** @throws CliError `input` if a file differs from the written file */
  async check(): Promise<void> {
    for (const [name, { sha256 }] of Object.entries(this.facts.files)) {
      const path = pathOf(this.folder, name);
      const found = await examineLineFile(path).catch((error: unknown) => {
        throw (error as NodeJS.ErrnoException).code?.startsWith('Z_') === true ? damaged(path) : fileError(path, error);
      });
      if (found.sha256 !== sha256) throw damaged(path);
    }
  }

  lines(name: string): AsyncGenerator<Buffer> {
    return readLineFile(pathOf(this.folder, name));
  }

  /** Its units, in the order of writing. */
  async *units(): AsyncGenerator<ArchivedUnit> {
    const files = this.files.map((name) => this.lines(name));
    try {
      for await (const line of this.lines(index)) {
        const [key, ...counts] = JSON.parse(line.toString()) as [string, ...number[]];
        const lines: Buffer[][] = [];
        for (const [place, count] of counts.entries()) lines.push(await take(files[place]!, count));
        yield { key, lines };
      }
    } finally {
      for (const file of files) await file.return(undefined);
    }
  }

  noteRemoved(outcome: object): Promise<void> {
    return writeJson(this.folder, removedFile, outcome);
  }
}

function damaged(path: string): CliError {
  return new CliError('input', `${path}: is not the file that was written; bring it back from a copy`);
}

async function take(lines: AsyncGenerator<Buffer>, count: number): Promise<Buffer[]> {
  const taken: Buffer[] = [];
  while (taken.length < count) {
    const { done, value } = await lines.next();
    if (done === true) break;
    taken.push(value);
  }
  return taken;
}

/** The volumes of a kind whose removal is not finished, oldest first. Unfinished volumes of other kinds are skipped. */
export async function unremovedVolumes(folder: string, kind: string): Promise<Volume[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isDirectory() && entry.name.startsWith(`${kind}-2`) && !entry.name.endsWith(unfinished))
    .map(({ name }) => name);
  const found: Volume[] = [];
  for (const name of names.toSorted()) {
    const own = join(folder, name);
    if (!(await readdir(own)).includes(removedFile)) found.push(await Volume.open(own));
  }
  return found;
}

/** This is much longer than writing any volume takes. */
const forgottenAfterMs = 24 * 60 * 60 * 1_000;

/** Removes unfinished volumes of killed runs. Their data is still in the database. */
export async function discardForgotten(folder: string, kind: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.startsWith(`${kind}-2`) && name.endsWith(unfinished));
  for (const name of names) {
    const { mtimeMs } = await stat(join(folder, name));
    if (mtimeMs < Date.now() - forgottenAfterMs) await rm(join(folder, name), { recursive: true });
  }
}

/** The file appears only when it is complete. */
function writeJson(folder: string, name: string, value: object): Promise<void> {
  return replaceFile(join(folder, name), `${JSON.stringify(value, undefined, 2)}\n`, { beside: unfinished });
}

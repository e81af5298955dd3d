import type { ArchivedUnit, ArchiveSource } from './archive-source.js';
import { discardForgotten, unremovedVolumes, Volume, type VolumeLimits, VolumeWriter, volumeLimits } from './volume.js';

/** A finished step of a run. Tests kill the run after each. */
export type ArchiveStep = 'begun' | 'added' | 'written' | 'noted' | 'removed' | 'finished';

/** Inputs of an archive run. */
export interface ArchiveRun {
  readonly kind: string;
  readonly source: ArchiveSource;
  /** The folder of the volumes. It exists. */
  readonly folder: string;
  /** `yyyy-MM-dd` */
  readonly before: string;
  /** Records a volume in the audit log, before any of its data is removed. */
  readonly note: (volume: string, units: number) => Promise<void>;
  readonly signal: AbortSignal;
  readonly limits?: VolumeLimits;
  readonly onStep?: (step: ArchiveStep, units: number) => void;
}

/** Results of a run. */
export interface ArchiveOutcome {
  readonly volumes: readonly string[];
  readonly removed: number;
  /** Archived units that have changed since then. A later run archives them again. */
  readonly changed: number;
}

const unitsPerRemoval = 250;
/** Order bodies are large, so a removal is limited by bytes. */
const bytesPerRemoval = 8_000_000;

/**
 * Moves old data from a database into files. Before a volume's data is removed, the volume is complete, on the disk and
 * checked. After a kill, the next run finishes the removal from the volume.
 */
export async function runArchive(run: ArchiveRun): Promise<ArchiveOutcome> {
  const volumes: string[] = [];
  let [removed, changed] = [0, 0];
  const removeAll = async (volume: Volume) => {
    const outcome = await removeVolume(run, volume);
    volumes.push(volume.folder);
    removed += outcome.removed;
    changed += outcome.changed;
  };
  await discardForgotten(run.folder, run.kind);
  for (const volume of await unremovedVolumes(run.folder, run.kind)) await removeAll(volume);
  const pages = run.source.pages()[Symbol.asyncIterator]();
  for (;;) {
    const folder = await writeVolume(run, pages);
    if (folder === undefined) break;
    await removeAll(await Volume.open(folder));
  }
  await run.source.sweep?.();
  return { volumes, removed, changed };
}

/** Returns the folder of the volume; undefined if nothing is left to archive. */
async function writeVolume(
  { folder, kind, before, source, signal, limits = volumeLimits, onStep }: ArchiveRun,
  pages: AsyncIterator<readonly ArchivedUnit[]>,
): Promise<string | undefined> {
  let page = await pages.next();
  if (page.done === true) return undefined;
  const writer = await VolumeWriter.begin(folder, { kind, before }, source.files);
  onStep?.('begun', 0);
  try {
    for (;;) {
      signal.throwIfAborted();
      await writer.add(page.value);
      onStep?.('added', page.value.length);
      if (writer.isFull(limits)) break;
      page = await pages.next();
      if (page.done === true) break;
    }
    const volume = await writer.finish();
    onStep?.('written', 0);
    return volume;
  } catch (error) {
    await writer.discard();
    throw error;
  }
}

async function removeVolume({ source, note, signal, onStep }: ArchiveRun, volume: Volume) {
  await volume.check();
  await note(volume.folder, volume.facts.units);
  onStep?.('noted', 0);
  let [removed, changed] = [0, 0];
  for await (const units of inPortions(volume.units())) {
    signal.throwIfAborted();
    const outcome = await source.remove(units);
    removed += outcome.removed;
    changed += outcome.changed;
    onStep?.('removed', outcome.removed);
  }
  await volume.noteRemoved({ removed_at: new Date().toISOString(), removed, changed });
  onStep?.('finished', 0);
  return { removed, changed };
}

async function* inPortions(units: AsyncIterable<ArchivedUnit>): AsyncGenerator<readonly ArchivedUnit[]> {
  let portion: ArchivedUnit[] = [];
  let bytes = 0;
  for await (const unit of units) {
    portion.push(unit);
    bytes += unit.lines.flat().reduce((sum, line) => sum + line.length, 0);
    if (portion.length < unitsPerRemoval && bytes < bytesPerRemoval) continue;
    yield portion;
    portion = [];
    bytes = 0;
  }
  if (portion.length > 0) yield portion;
}

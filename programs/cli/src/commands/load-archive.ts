import type { Database } from '@trading-platform/database';
import { CliError, callerPath, interruptSignal, print, remark } from '@trading-platform/terminal';
import { Volume } from '../archive/volume.js';
import { withOrderingDatabase } from '../open-databases.js';

const linesPerChunk = 500;
const newLine = Buffer.from('\n');

/** Loads the slips or upload numbers of a volume into the database again. */
export async function loadArchive(folder: string, { json }: { readonly json?: true }): Promise<void> {
  const volume = await Volume.open(callerPath(folder));
  const load = loads[volume.facts.kind];
  if (load === undefined) {
    throw new CliError('usage', `${folder} has ${volume.facts.kind}: "tpctl audit --archive ${folder}" shows them`);
  }
  await volume.check();
  const { refused, ...loaded } = await withOrderingDatabase((database) => load(volume, database));
  const text = Object.entries(loaded).map(([what, count]) => `${count} ${what}`);
  print({ json: { kind: volume.facts.kind, refused, ...loaded }, text: `${text.join(', ')} loaded` }, json === true);
  if (refused > 0) throw new CliError('refused', `${folder}: ${refused} lines were refused`);
}

interface Loaded {
  readonly refused: number;
  readonly [what: string]: number;
}

const loads: Readonly<Record<string, (volume: Volume, database: Database) => Promise<Loaded>>> = {
  slips: loadSlips,
  'upload-numbers': loadUploadNumbers,
};

async function loadSlips(volume: Volume, database: Database): Promise<Loaded> {
  const { expectArchivedSlips, importRecords, loadArchivedHistories, loadArchivedLives, loadArchivedMarks } =
    await import('@trading-platform/ordering/typeorm');
  const signal = interruptSignal();
  for await (const lines of inChunks(volume.lines('trade'))) await expectArchivedSlips(database, lines);
  const { added, refused } = await importRecords('trade', database, withLineFeeds(volume.lines('trade')), {
    signal,
    amountsAsText: true,
    onRefusal: ({ line, reason }) => remark(`trade:${line}: ${reason}`),
  });
  let marks = 0;
  for await (const lines of inChunks(volume.lines('marks'))) marks += await loadArchivedMarks(database, lines);
  let changes = 0;
  // Volumes of version 1.0.0 have no histories and no lives.
  if (volume.files.includes('history')) {
    for await (const lines of inChunks(volume.lines('history')))
      changes += await loadArchivedHistories(database, lines);
  }
  if (volume.files.includes('lives')) {
    for await (const lines of inChunks(volume.lines('lives'))) await loadArchivedLives(database, lines);
  }
  return { views: added, marks, changes, refused };
}

async function loadUploadNumbers(volume: Volume, database: Database): Promise<Loaded> {
  const { loadArchivedUploadNumbers } = await import('@trading-platform/ordering/typeorm');
  let [numbers, refused] = [0, 0];
  for await (const lines of inChunks(volume.lines('upload-numbers'))) {
    const loaded = await loadArchivedUploadNumbers(database, lines);
    numbers += loaded.added;
    refused += loaded.refused.length;
    for (const { memberCode, uploadNo } of loaded.refused) {
      remark(`upload_no ${uploadNo} of member ${memberCode} now belongs to another order`);
    }
  }
  return { numbers, refused };
}

async function* withLineFeeds(lines: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const line of lines) yield Buffer.concat([line, newLine]);
}

async function* inChunks(lines: AsyncIterable<Buffer>): AsyncGenerator<readonly Buffer[]> {
  let chunk: Buffer[] = [];
  for await (const line of lines) {
    chunk.push(line);
    if (chunk.length < linesPerChunk) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}

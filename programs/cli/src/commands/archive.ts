import { stat } from 'node:fs/promises';
import { formatTokyoDate, parseTokyoDate } from '@trading-platform/domain-types';
import {
  CliError,
  callerPath,
  fileError,
  interruptSignal,
  keepYoungGenerationSmall,
  ProgressLine,
  print,
} from '@trading-platform/terminal';
import type { ArchiveSource } from '../archive/archive-source.js';
import { monthsBefore } from '../archive/months-before.js';
import { type ArchiveOutcome, runArchive } from '../archive/run-archive.js';
import { unremovedVolumes } from '../archive/volume.js';
import { withAuthAdministration, withAuthDatabase, withOrderingDatabase } from '../open-databases.js';

export interface ArchiveOptions {
  readonly months: number;
  readonly to: string;
  readonly dryRun?: true;
  readonly json?: true;
}

/** The shortest retention of each kind in months, and its reason. The help quotes names and numbers. */
export const archivedKinds = {
  slips: { fewestMonths: 12, why: 'callers have a year to fetch them' },
  'upload-numbers': {
    fewestMonths: 24,
    why: 'an order that is sent again must be known as long as it could be accepted',
  },
  audit: { fewestMonths: 1, why: 'somebody may still investigate the last month' },
} as const;

type ArchivedKind = keyof typeof archivedKinds;

/** Moves data older than some months from the databases into files. */
export async function archive(name: string, options: ArchiveOptions): Promise<void> {
  const kind = kindOf(name, options.months);
  const before = monthsBefore(formatTokyoDate(Date.now()), options.months);
  const folder = await folderOf(options.to);
  keepYoungGenerationSmall();
  if (options.dryRun === true) {
    const found = await withSource(kind, before, (source) => lookThrough(source, folder, kind));
    print(
      { json: { kind, before, applied: false, ...found }, text: wouldText(kind, before, found) },
      options.json === true,
    );
    return;
  }
  const outcome = await withSource(kind, before, (source, note) => run(kind, source, { folder, before, note }));
  print({ json: { kind, before, applied: true, ...outcome }, text: doneText(kind, outcome) }, options.json === true);
}

function kindOf(name: string, months: number): ArchivedKind {
  const kind = (Object.keys(archivedKinds) as ArchivedKind[]).find((known) => known === name);
  if (kind === undefined) {
    throw new CliError('usage', `Unknown kind ${name}: one of ${Object.keys(archivedKinds).join(', ')}`);
  }
  const { fewestMonths, why } = archivedKinds[kind];
  if (months >= fewestMonths) return kind;
  throw new CliError('usage', `--months ${months}: ${kind} stay ${fewestMonths} months at least, because ${why}`);
}

/** A missing folder may mean that a disk is not mounted, so it is not created. */
async function folderOf(argument: string): Promise<string> {
  const path = callerPath(argument);
  const facts = await stat(path).catch((error: unknown) => {
    throw fileError(argument, error);
  });
  if (!facts.isDirectory()) throw new CliError('input', `${argument} is no folder`);
  return path;
}

type Note = (volume: string, units: number) => Promise<void>;

function withSource<T>(kind: ArchivedKind, before: string, work: (source: ArchiveSource, note: Note) => Promise<T>) {
  const instant = parseTokyoDate(before)?.getTime() ?? 0;
  return withAuthAdministration(({ audit }) => {
    const note: Note = (volume, units) => audit.noteArchive({ kind, before, volume, units });
    if (kind === 'audit') {
      return withAuthDatabase(async (database) => {
        const { AuditArchive } = await import('@trading-platform/auth-core/typeorm');
        return work(new AuditArchive(database, instant), note);
      });
    }
    return withOrderingDatabase(async (database) => {
      const { SlipArchive, UploadNumberArchive } = await import('@trading-platform/ordering/typeorm');
      return work(
        kind === 'slips' ? new SlipArchive(database, before) : new UploadNumberArchive(database, instant),
        note,
      );
    });
  });
}

async function run(
  kind: ArchivedKind,
  source: ArchiveSource,
  place: { readonly folder: string; readonly before: string; readonly note: Note },
): Promise<ArchiveOutcome> {
  const progress = new ProgressLine(process.stderr);
  let removed = 0;
  return runArchive({
    kind,
    source,
    ...place,
    signal: interruptSignal(),
    onStep: (step, units) => {
      if (step === 'removed') progress.show(undefined, (removed += units), kind);
    },
  }).finally(() => progress.clear());
}

interface Found {
  readonly units: number;
  readonly lines: Readonly<Record<string, number>>;
  /** The volumes of interrupted runs. Their removal is finished first. */
  readonly volumes: readonly string[];
}

async function lookThrough(source: ArchiveSource, folder: string, kind: ArchivedKind): Promise<Found> {
  const signal = interruptSignal();
  const lines = Object.fromEntries(source.files.map((file) => [file, 0]));
  let units = 0;
  for await (const page of source.pages()) {
    signal.throwIfAborted();
    units += page.length;
    for (const [place, file] of source.files.entries()) {
      lines[file] = (lines[file] ?? 0) + page.reduce((sum, unit) => sum + (unit.lines[place]?.length ?? 0), 0);
    }
  }
  return { units, lines, volumes: (await unremovedVolumes(folder, kind)).map((volume) => volume.folder) };
}

function wouldText(kind: ArchivedKind, before: string, { units, lines, volumes }: Found): string {
  const files = Object.entries(lines).map(([file, count]) => `${count} lines of ${file}`);
  const first = volumes.map((volume) => `; the removal of ${volume} would be finished first`).join('');
  return `${units} ${kind} from before ${before} would be moved (${files.join(', ')})${first}; nothing was removed (dry run)`;
}

function doneText(kind: ArchivedKind, { volumes, removed, changed }: ArchiveOutcome): string {
  const stayed = changed === 0 ? '' : `; ${changed} were changed meanwhile and stay`;
  return [`${removed} ${kind} were moved into ${volumes.length} volumes${stayed}`, ...volumes].join('\n');
}

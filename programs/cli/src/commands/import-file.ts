import type { Database } from '@trading-platform/database';
import { settingNames } from '@trading-platform/domain-types';
import { utf8Of } from '@trading-platform/files';
import type { ImportOptions, ImportSummary, LineRemark, RemovalSummary } from '@trading-platform/ordering';
import {
  CliError,
  interruptSignal,
  keepYoungGenerationSmall,
  openInput,
  ProgressLine,
  print,
  remark,
} from '@trading-platform/terminal';
import { withOrderingDatabase } from '../open-databases.js';

export interface ImportFileOptions {
  readonly atomic?: true;
  readonly dryRun?: true;
  readonly merge?: true;
  readonly amountsAsText?: true;
  readonly delete?: true;
  readonly json?: true;
}

const kindsWithAmounts: readonly string[] = ['master', 'trade'];

/** Loads a file of one kind, or removes the records it names. Each refused line is reported on standard error. */
export async function importFile(kind: string, file: string, options: ImportFileOptions): Promise<void> {
  const { importKinds, importRecords, removeRecords } = await import('@trading-platform/ordering/typeorm');
  const known = importKinds.find((name) => name === kind);
  if (known === undefined) throw new CliError('usage', `Unknown kind ${kind}: one of ${importKinds.join(', ')}`);
  if (options.merge === true && !settingNames.some((name) => name === kind)) {
    throw new CliError('usage', `--merge is for settings only: ${settingNames.join(', ')}`);
  }
  if (options.merge === true && options.delete === true) {
    throw new CliError('usage', '--merge and --delete cannot be given together');
  }
  if (options.amountsAsText === true && (!kindsWithAmounts.includes(kind) || options.delete === true)) {
    throw new CliError('usage', `--amounts-as-text is for loads of ${kindsWithAmounts.join(' and ')} only`);
  }
  if (options.delete === true) {
    const summary = await readThrough(file, options, (database, input, how) =>
      removeRecords(known, database, input, how),
    );
    tell(kind, file, options, { ...summary, warnings: [], json: removalJson(summary), text: removalText(summary) });
    return;
  }
  const summary = await readThrough(file, options, (database, input, how) =>
    importRecords(known, database, input, {
      ...how,
      merge: options.merge === true,
      amountsAsText: options.amountsAsText === true,
    }),
  );
  tell(kind, file, options, { ...summary, json: importJson(summary), text: importText(summary) });
}

/** Reads a file into the database, and shows a progress line. */
async function readThrough<Summary>(
  file: string,
  options: ImportFileOptions,
  work: (database: Database, input: AsyncIterable<Uint8Array>, how: ImportOptions) => Promise<Summary>,
): Promise<Summary> {
  keepYoungGenerationSmall();
  const input = await openInput(file);
  const progress = new ProgressLine(process.stderr);
  return withOrderingDatabase((database) =>
    work(database, utf8Of(input.stream as AsyncIterable<Uint8Array>, file), {
      readInThread: true,
      atomic: options.atomic === true,
      dryRun: options.dryRun === true,
      signal: interruptSignal(),
      onProgress: ({ bytes, lines }) =>
        progress.show(input.bytes === undefined ? undefined : bytes / input.bytes, lines, 'records'),
      onRefusal: ({ line, reason }) => {
        progress.clear();
        remark(`${file}:${line}: ${reason}`);
      },
    }),
  ).finally(() => {
    progress.clear();
    input.stream.destroy();
  });
}

interface Outcome {
  readonly read: number;
  readonly refused: number;
  readonly applied: boolean;
  readonly warnings: readonly LineRemark[];
  readonly json: object;
  readonly text: string;
}

function tell(
  kind: string,
  file: string,
  options: ImportFileOptions,
  { read, refused, applied, warnings, json, text }: Outcome,
): void {
  for (const { line, reason } of warnings) remark(`${file}:${line}: warning: ${reason}`);
  print({ json: { kind, ...json }, text: applied ? text : `${text}; ${nothingDone(options)}` }, options.json === true);
  if (refused > 0) throw new CliError('refused', `${file}: ${refused} of ${read} lines were refused`);
}

function nothingDone(options: ImportFileOptions): string {
  const why = options.dryRun === true ? 'dry run' : 'atomic';
  return `nothing was ${options.delete === true ? 'removed' : 'loaded'} (${why})`;
}

function importJson({ read, added, changed, unchanged, refused, refusals, warnings, applied }: ImportSummary) {
  return { read, added, changed, unchanged, refused, refusals, warnings, applied };
}

function importText({ read, added, changed, unchanged, refused }: ImportSummary): string {
  return `${read} read: ${added} added, ${changed} changed, ${unchanged} unchanged, ${refused} refused`;
}

function removalJson({ read, removed, notThere, refused, refusals, applied }: RemovalSummary) {
  return { read, removed, not_there: notThere, refused, refusals, applied };
}

function removalText({ read, removed, notThere, refused }: RemovalSummary): string {
  return `${read} read: ${removed} removed, ${notThere} not there, ${refused} refused`;
}

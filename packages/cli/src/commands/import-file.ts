import { setFlagsFromString } from 'node:v8';
import type { ImportSummary } from '@trading-platform/ordering';
import { openInput } from '../caller-file.js';
import { CliError } from '../cli-error.js';
import { interruptSignal } from '../interrupt-signal.js';
import { withOrderingDatabase } from '../open-databases.js';
import { print, remark } from '../output.js';
import { ProgressLine } from '../progress-line.js';

export interface ImportFileOptions {
  readonly atomic?: true;
  readonly dryRun?: true;
  readonly merge?: true;
  readonly json?: true;
}

const settingKinds: readonly string[] = ['nottrade', 'orderclosing', 'businessholiday', 'orderblock'];

/** Loads a file of one kind. Refused lines are named on standard error, one line each. */
export async function importFile(kind: string, file: string, options: ImportFileOptions): Promise<void> {
  const { importKinds, importRecords } = await import('@trading-platform/ordering/typeorm');
  const known = importKinds.find((name) => name === kind);
  if (known === undefined) throw new CliError('usage', `Unknown kind ${kind}: one of ${importKinds.join(', ')}`);
  if (options.merge === true && !settingKinds.includes(kind)) {
    throw new CliError('usage', `--merge is for settings only: ${settingKinds.join(', ')}`);
  }
  keepYoungGenerationSmall();
  const input = await openInput(file);
  const progress = new ProgressLine(process.stderr);
  const summary = await withOrderingDatabase((database) =>
    importRecords(known, database, input.stream as AsyncIterable<Uint8Array>, {
      readInThread: true,
      atomic: options.atomic === true,
      dryRun: options.dryRun === true,
      merge: options.merge === true,
      signal: interruptSignal(),
      onProgress: ({ bytes, lines }) =>
        progress.show(input.bytes === undefined ? undefined : bytes / input.bytes, lines, 'records'),
      onRefusal: ({ line, reason }) => {
        progress.clear();
        remark(`${file}:${line}: ${reason}`);
      },
    }),
  ).finally(() => progress.clear());
  for (const { line, reason } of summary.warnings) remark(`${file}:${line}: warning: ${reason}`);
  print({ json: { kind, ...toJson(summary) }, text: toText(summary, options) }, options.json === true);
  if (summary.refused > 0)
    throw new CliError('refused', `${file}: ${summary.refused} of ${summary.read} lines were refused`);
}

/** What lives longer than a line are buffers outside the heap; a young generation that grows holds memory and gains nothing. */
function keepYoungGenerationSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
}

function toJson({ read, added, changed, unchanged, refused, refusals, warnings, applied }: ImportSummary) {
  return { read, added, changed, unchanged, refused, refusals, warnings, applied };
}

function toText(
  { read, added, changed, unchanged, refused, applied }: ImportSummary,
  options: ImportFileOptions,
): string {
  const counts = `${read} read: ${added} added, ${changed} changed, ${unchanged} unchanged, ${refused} refused`;
  if (applied) return counts;
  return `${counts}; nothing was loaded (${options.dryRun === true ? 'dry run' : 'atomic'})`;
}

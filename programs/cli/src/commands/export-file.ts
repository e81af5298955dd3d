import {
  CliError,
  callerPath,
  interruptSignal,
  ProgressLine,
  print,
  remark,
  writeLines,
} from '@trading-platform/terminal';
import { withOrderingDatabase } from '../open-databases.js';

export interface ExportFileOptions {
  readonly out: string;
  readonly json?: true;
}

/** Writes all records of one kind as an import file. */
export async function exportFile(kind: string, { out, json }: ExportFileOptions): Promise<void> {
  const { exportRecords, importKinds } = await import('@trading-platform/ordering/typeorm');
  const known = importKinds.find((name) => name === kind);
  if (known === undefined) throw new CliError('usage', `Unknown kind ${kind}: one of ${importKinds.join(', ')}`);
  const progress = new ProgressLine(process.stderr);
  let count = 0;
  async function* counted(lines: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const line of lines) {
      yield line;
      progress.show(undefined, ++count, 'records');
    }
  }
  await withOrderingDatabase((database) =>
    writeLines(out, counted(exportRecords(known, database, interruptSignal()))),
  ).finally(() => progress.clear());
  if (out !== '-') {
    print(
      { json: { kind, record_count: count, file: callerPath(out) }, text: `${count} records are in ${out}` },
      json === true,
    );
  } else if (json === true) remark(JSON.stringify({ kind, record_count: count }));
}

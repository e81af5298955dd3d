import { type Command, Option } from 'commander';
import { collectList } from './filters/filters.js';
import { formatNames } from './formats/output-format.js';
import { readCount } from './read-count.js';

/** The options of commands that write records. */
export function addOutputOptions(command: Command, tables: readonly string[] = []): Command {
  const table = new Option(
    '--table <name>',
    'one table of the records, for a CSV or Parquet file or the terminal; without it, a file has a row for each line of a record, with ' +
      'the fields of its header in front',
  );
  return command
    .option('--out <file>', 'where the records go; - is standard output (default: -)')
    .addOption(new Option('--format <name>', 'instead of what the extension says').choices([...formatNames]))
    .addOption(tables.length === 0 ? table : table.choices([...tables]))
    .option('--bom', 'begin a CSV file so that Excel reads it as UTF-8')
    .option(
      '--exact',
      'write texts into a CSV file as they are, without an apostrophe before what a spreadsheet would run',
    )
    .option('--text-column <names>', 'columns of a Parquet file that stay texts', collectList)
    .option('--seq-from <number>', 'first record of a batch that is read to standard output', readCount)
    .option('--records-per-get <number>', 'most records fetched with one call', readCount)
    .option('--for-import', 'leave out batch_id, seq and create_date, so that an import of the platform takes the file')
    .option('--force', 'begin anew whatever an earlier download to the file has left')
    .option('--json', 'print the summary as JSON');
}

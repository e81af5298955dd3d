import { readCount } from '@trading-platform/terminal';
import { type Command, Option } from 'commander';
import { collectList } from './filters/filters.js';
import { formatNames } from './formats/output-format.js';

/** Adds the options of commands that write records. */
export function addOutputOptions(command: Command, tables: readonly string[] = []): Command {
  const table = new Option(
    '--table <name>',
    'one table of the records, for a CSV or Parquet file or the terminal; without this option, a file has a row for each line of a ' +
      'record, and each row begins with the fields of the header',
  );
  return command
    .option('--out <file>', 'file for the records; - is standard output (default: -)')
    .addOption(
      new Option('--format <name>', 'format of the records, instead of the format of the extension').choices([
        ...formatNames,
      ]),
    )
    .addOption(tables.length === 0 ? table : table.choices([...tables]))
    .option('--bom', 'begin a CSV file with a byte order mark, so that Excel reads it as UTF-8')
    .option(
      '--exact',
      'write texts to a CSV file unchanged, without an apostrophe before texts that a spreadsheet would run',
    )
    .option('--text-column <names>', 'columns of a Parquet file to keep as text', collectList)
    .option(
      '--seq-from <number>',
      'number of the first record to write; allowed only with --batch-id, and only if records go to standard output',
      readCount,
    )
    .option('--records-per-get <number>', 'maximum number of records in one get call', readCount)
    .option('--for-import', "leave out batch_id, seq and create_date, so that the platform's import accepts the file")
    .option('--force', 'start again, and drop an unfinished download to the file')
    .option('--json', 'print the summary as JSON');
}

import { collect, examples, readCount } from '@trading-platform/terminal';
import { Argument, type Command, Option } from 'commander';
import { addConnectOptions } from './access/connect-options.js';
import type { SyncOptions } from './commands/sync.js';
import { collectList } from './filters/filters.js';
import { directoryFormats } from './sync/directory/directory-formats.js';
import { readInterval } from './sync/read-interval.js';
import { syncNames } from './sync/sync-names.js';

/** `tp sync` */
export function defineSyncCommand(program: Command): void {
  addConnectOptions(program.command('sync'))
    .description(
      'Keeps a copy of the records that the caller may see, in a database or a folder. It loads all records at first, then only ' +
        'changes. Records and progress change in one transaction, so that a kill at any moment loses and repeats ' +
        'nothing. Slips are acknowledged once they are in the copy.',
    )
    .addArgument(
      new Argument('<what...>', 'kinds to copy; settings means all four kinds of settings').choices(syncNames),
    )
    .requiredOption(
      '--to <place>',
      'sqlite:FILE (a file that contains only copies), postgres://USER@HOST/DATABASE (the tables are in the first schema of the ' +
        'search path, and the password is in PGPASSWORD or ~/.pgpass), or a folder, whose name ends with /',
    )
    .option(
      '--every <interval>',
      'run as a service, with a round at each interval, such as 30s, 5m or 2h; SIGTERM ends the service',
      readInterval,
    )
    .option(
      '--follow',
      'run as a service, with a round as soon as an event says that something has changed, and every hour. While events cannot be ' +
        'followed, the platform is asked at the interval of --every (default: 5m)',
    )
    .option(
      '--member-codes <codes>',
      'members whose events are followed, with commas between them (default: your member)',
    )
    .option('--filter <kind=file>', 'JSON file with fields of the request of one kind; may be repeated', collect)
    .addOption(
      new Option('--format <name>', 'format of the files in a folder (default: ndjson)').choices([...directoryFormats]),
    )
    .option('--text-column <names>', 'columns of tables and Parquet files to keep as text', collectList)
    .option('--full', 'load all records again')
    .option('--records-per-get <number>', 'maximum number of records in one get call', readCount)
    .option('--json', 'print a JSON object for each round')
    .addHelpText(
      'after',
      examples(
        'tp sync trade master settings --to sqlite:mirror.db',
        'PGPASSWORD=… tp sync trade --to postgres://tp@localhost/mirror --every 5m',
        'tp sync trade master settings --to sqlite:mirror.db --follow',
        'tp sync master --to copy/ --format parquet --filter master=all-stores.json',
      ),
    )
    .action(async (names: string[], options: SyncOptions) => (await import('./commands/sync.js')).sync(names, options));
}

import { examples } from '@trading-platform/terminal';
import { Argument, type Command, Option } from 'commander';
import { addConnectOptions } from './access/connect-options.js';
import type { SyncOptions } from './commands/sync.js';
import { collectList } from './filters/filters.js';
import { readCount } from './read-count.js';
import { directoryFormats } from './sync/directory/directory-formats.js';
import { readInterval } from './sync/read-interval.js';
import { syncNames } from './sync/sync-names.js';

/** `tp sync` */
export function defineSyncCommand(program: Command): void {
  addConnectOptions(program.command('sync'))
    .description(
      'Keeps a copy of what the caller may see in a database or a folder: all records at first, then what was added, changed and ' +
        'removed. Records and the place that has been reached change in one transaction, so that nothing is lost or doubled whatever ' +
        'is killed; slips are acknowledged once they are in the copy.',
    )
    .addArgument(new Argument('<what...>', 'settings stands for the four kinds of settings').choices(syncNames))
    .requiredOption(
      '--to <place>',
      'sqlite:FILE (with nothing else in it), postgres://USER@HOST/DATABASE (tables in the first schema of the search path; password: ' +
        'PGPASSWORD or ~/.pgpass), or a folder, whose name ends with /',
    )
    .option(
      '--every <interval>',
      'go on as a service with a round so often: 30s, 5m, 2h; SIGTERM ends it',
      readInterval,
    )
    .option('--filter <kind=file>', 'JSON file with fields of the request of a kind; may be repeated', collect)
    .addOption(new Option('--format <name>', 'the files of a folder (default: ndjson)').choices([...directoryFormats]))
    .option('--text-column <names>', 'columns of tables and Parquet files that stay texts', collectList)
    .option('--full', 'load all records once more')
    .option('--records-per-get <number>', 'most records fetched with one call', readCount)
    .option('--json', 'print a JSON object for each round')
    .addHelpText(
      'after',
      examples(
        'tp sync trade master settings --to sqlite:mirror.db',
        'PGPASSWORD=… tp sync trade --to postgres://tp@localhost/mirror --every 5m',
        'tp sync master --to copy/ --format parquet --filter master=all-stores.json',
      ),
    )
    .action(async (names: string[], options: SyncOptions) => (await import('./commands/sync.js')).sync(names, options));
}

function collect(value: string, former: readonly string[] = []): string[] {
  return [...former, value];
}

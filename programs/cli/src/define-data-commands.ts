import { importRecords } from '@trading-platform/domain-types';
import { examples } from '@trading-platform/terminal';
import type { Command } from 'commander';
import type { CopyOptions } from './commands/copy.js';
import type { ExportFileOptions } from './commands/export-file.js';
import type { ImportFileOptions } from './commands/import-file.js';
import type { MigrateOptions } from './commands/migrate.js';

const kinds = Object.keys(importRecords).join(', ');

export function defineDataCommands(program: Command): void {
  program
    .command('import')
    .summary('Loads a file of members, products, slips or settings, or removes their records.')
    .description(
      'Loads a file with one JSON record a line, in the shape of the matching download without batch_id, seq ' +
        'and create_date. Loading the same file twice changes nothing. Refused lines are reported and do not stop the others. With ' +
        '--delete, the records of the lines are removed; lines need only the fields of the key: member_code; member_code, ' +
        'member_code_partner and item_id of a product; trade_id and member_code_self of a slip; buyer and seller of settings, ' +
        'which removes all their rows; fc_owner_member_code, member_code_store, catalog_id, food_cat_large_code, valid_from and ' +
        'date_basis of an FC price; member_code and delivery_place_id.',
    )
    .argument('<kind>', kinds)
    .argument('<file>', 'NDJSON file, or - for standard input')
    .option('--atomic', 'all or nothing: if one line is refused, nothing is loaded or removed')
    .option('--dry-run', 'check every line, but load and remove nothing')
    .option(
      '--amounts-as-text',
      'master and trade only: load amounts of old data unchanged, even if they are not decimals',
    )
    .option('--merge', "settings only: add or replace single rows instead of all rows of a line's pairs")
    .option('--delete', 'remove the records of the lines instead of loading them; records still in use are refused')
    .option('--json', 'print the summary as JSON')
    .addHelpText(
      'after',
      examples(
        'tpctl import members members.ndjson',
        'tpctl import master master.ndjson --atomic',
        'zcat master.ndjson.gz | tpctl import master - --json',
        'tpctl import fc-prices withdrawn.ndjson --delete --dry-run',
      ),
    )
    .action(async (kind: string, file: string, options: ImportFileOptions) =>
      (await import('./commands/import-file.js')).importFile(kind, file, options),
    );
  program
    .command('export')
    .summary('Writes a file of members, products, slips or settings, as import reads it.')
    .description(
      'Writes all records of one kind as of one instant, one JSON record a line, slips with their versions. Import can load the file ' +
        'into another platform, members first; loading it into its own platform changes nothing. Files contain neither ' +
        'download marks nor the orders of upload numbers.',
    )
    .argument('<kind>', kinds)
    .option('--out <file>', 'NDJSON file, compressed with the extension .gz; or - for standard output', '-')
    .option('--json', 'print the summary as JSON')
    .addHelpText(
      'after',
      examples(
        'tpctl export trade --out trade.ndjson',
        'tpctl export master --out master.ndjson.gz',
        'tpctl export members --out members.ndjson --json',
      ),
    )
    .action(async (kind: string, options: ExportFileOptions) =>
      (await import('./commands/export-file.js')).exportFile(kind, options),
    );
  program
    .command('migrate')
    .summary('Brings the tables of all databases up to date.')
    .description(
      'Brings the tables of all databases up to date: those of accounts, data, call counts, batches and the queue; on PostgreSQL ' +
        'also creates the partitions of the next 60 days. A second run changes nothing; a parallel run waits for the first. ' +
        'Services do the same when they start, unless MIGRATE_AT_START is false: then run it before each new version, and once a month.',
    )
    .option('--dry-run', 'show what would be done, and change nothing')
    .option('--json', 'print JSON')
    .addHelpText('after', examples('tpctl migrate', 'tpctl migrate --dry-run --json'))
    .action(async (options: MigrateOptions) => (await import('./commands/migrate.js')).migrate(options));
  program
    .command('copy')
    .summary('Copies the platform into new databases, for example from SQLite to PostgreSQL.')
    .description(
      'Copies members, products, slips with their versions, settings, marks, clients, users, grants, keys and upload numbers into ' +
        'the databases of TARGET_AUTH_DATABASE_URL, TARGET_ORDERING_DATABASE_URL and, if batches have their own, ' +
        'TARGET_BATCH_DATABASE_URL. Stop the services first. The target databases must exist and be empty; their tables are created. At the ' +
        'end, counts and digests of all tables are compared. If it is killed, run it again, and it resumes. Batches are ' +
        'not copied; new ones get higher numbers. The new services need the same AUTH_SECRET_KEY and AUTH_ISSUER, and tokens stay valid.',
    )
    .option('--json', 'print JSON')
    .addHelpText('after', examples('tpctl copy', 'tpctl copy --json'))
    .action(async (options: CopyOptions) => (await import('./commands/copy.js')).copy(options));
}

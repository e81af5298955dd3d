import { examples } from '@trading-platform/terminal';
import type { Command } from 'commander';
import { addConnectOptions } from './access/connect-options.js';
import type { DownloadOptions } from './commands/download.js';
import { addFilters, filtersOfKind } from './filters/filters.js';
import { addOutputOptions } from './output-options.js';
import { tablesOfKind } from './tables/choose-table.js';
import type { KindName } from './tables/download-kinds.js';

const kinds: Readonly<Record<KindName, { readonly description: string; readonly examples: readonly string[] }>> = {
  master: {
    description: 'Downloads product master and order master.',
    examples: [
      'tp download master --out master.ndjson',
      'tp download master --food-cat-large-code 10 --member-code 10010101,10010102 | wc -l',
      'tp download master --out master.csv --bom',
      'tp download master --table catalog --out catalog.parquet',
    ],
  },
  trade: {
    description: 'Downloads slips.',
    examples: [
      'tp download trade --target-date-set 2 --target-date-from 2026-11-01 --target-date-to 2026-11-14 --out trade.ndjson.gz',
      'tp download trade --filter week.json --out slips.parquet',
      'tp download trade --filter week.json --table header --out headers.csv',
    ],
  },
  nottrade: settings('non-trading days', 'nottrade'),
  orderclosing: settings('order closing times', 'orderclosing'),
  businessholiday: settings('lead-time non-counting days', 'businessholiday'),
  orderblock: settings('order blocks', 'orderblock'),
};

function settings(what: string, name: string) {
  return {
    description: `Downloads ${what}.`,
    examples: [`tp download ${name} --member-code-seller 50000000 --out ${name}.csv`],
  };
}

/** `tp download …`: each field of a request is a flag. */
export function defineDownloadCommands(program: Command): void {
  const download = program
    .command('download')
    .description(
      'Requests a batch, waits for it and writes its records: to a file by its extension (.ndjson, .json, .csv, .parquet; .gz for ' +
        'each but the last), as NDJSON to a pipe, as a table to a terminal. An interrupted download to a file goes on where it was ' +
        'when the same command is typed again.',
    );
  for (const name of Object.keys(kinds) as KindName[]) addDownloadCommand(download, name);
}

function addDownloadCommand(download: Command, name: KindName): void {
  const filters = filtersOfKind(name);
  const tables = tablesOfKind(name).map((table) => table.name);
  const command = addOutputOptions(addConnectOptions(download.command(name)), tables)
    .description(kinds[name].description)
    .option('--filter <file>', 'JSON file with fields of the request; flags go before it')
    .option('--batch-id <id>', 'read a batch that was requested before, instead of requesting one');
  addFilters(command, filters);
  command.addHelpText('after', examples(...kinds[name].examples)).action(async (options: DownloadOptions) => {
    await (await import('./commands/download.js')).download(name, filters, options);
  });
}

import { type DownloadName, downloads } from '@trading-platform/domain-types';
import { examples } from '@trading-platform/terminal';
import type { Command } from 'commander';
import { addConnectOptions } from './access/connect-options.js';
import type { DownloadOptions } from './commands/download.js';
import { addFilters, filtersOfKind } from './filters/filters.js';
import { addOutputOptions } from './output-options.js';
import { tablesOfKind } from './tables/choose-table.js';

/** Description and examples of a command. */
interface Help {
  readonly description: string;
  readonly examples: readonly string[];
}

const ownHelp: Partial<Record<DownloadName, Help>> = {
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
};

function settingHelp(name: DownloadName): Help {
  return {
    description: `Downloads ${downloads[name].words.en.toLowerCase()}.`,
    examples: [`tp download ${name} --member-code-seller 50000000 --out ${name}.csv`],
  };
}

/** `tp download …`: each field of a request is a flag. */
export function defineDownloadCommands(program: Command): void {
  const download = program
    .command('download')
    .description(
      'Requests a batch, waits for it and writes its records. The extension of a file selects its format (.ndjson, .json, .csv, ' +
        '.xlsx or .parquet; .gz may follow all but the last two). A pipe gets NDJSON, and a terminal gets a table. To resume an ' +
        'interrupted download to a file, type the same command again.',
    );
  for (const name of Object.keys(downloads) as DownloadName[]) addDownloadCommand(download, name);
}

function addDownloadCommand(download: Command, name: DownloadName): void {
  const filters = filtersOfKind(name);
  const help = ownHelp[name] ?? settingHelp(name);
  const tables = tablesOfKind(name).map((table) => table.name);
  const command = addOutputOptions(addConnectOptions(download.command(name)), tables)
    .description(help.description)
    .option('--filter <file>', 'JSON file with fields of the request; flags override it')
    .option('--batch-id <id>', 'read an existing batch instead of requesting one');
  addFilters(command, filters);
  command.addHelpText('after', examples(...help.examples)).action(async (options: DownloadOptions) => {
    await (await import('./commands/download.js')).download(name, filters, options);
  });
}

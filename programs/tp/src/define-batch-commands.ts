import { examples } from '@trading-platform/terminal';
import type { Command } from 'commander';
import { addConnectOptions } from './access/connect-options.js';
import type { DownloadOptions } from './commands/download.js';
import { addOutputOptions } from './output-options.js';
import { addJsonOption, addTableOptions } from './view-options.js';

const code = () => import('./commands/batch.js');

/** `tp batch …` */
export function defineBatchCommands(program: Command): void {
  const batch = program
    .command('batch')
    .description('Lists, shows, waits for, cancels and gets the batches of the caller.');
  addTableOptions(addConnectOptions(batch.command('list')))
    .description('Lists the newest batches.')
    .option('--all', 'list all batches')
    .addHelpText('after', examples('tp batch list', 'tp batch list --columns batch_id,state,expires_at'))
    .action(async (options: object) => (await code()).listBatches(options));
  addJsonOption(addConnectOptions(batch.command('show')))
    .description('Shows all fields of a batch.')
    .argument('<batch-id>', 'its number')
    .addHelpText('after', examples('tp batch show 41'))
    .action(async (batchId: string, options: object) => (await code()).showBatch(batchId, options));
  addConnectOptions(batch.command('wait'))
    .description('Waits until a batch is finished.')
    .argument('<batch-id>', 'its number')
    .option('--json', 'print JSON')
    .addHelpText('after', examples('tp batch wait 41'))
    .action(async (batchId: string, options: object) => (await code()).waitForBatch(batchId, options));
  addConnectOptions(batch.command('cancel'))
    .description('Cancels an unfinished batch, or discards a finished batch.')
    .argument('<batch-id>', 'its number')
    .option('--json', 'print JSON')
    .addHelpText('after', examples('tp batch cancel 41'))
    .action(async (batchId: string, options: object) => (await code()).cancelBatch(batchId, options));
  addOutputOptions(addConnectOptions(batch.command('get')))
    .description('Gets the records of an existing batch.')
    .argument('<batch-id>', 'its number')
    .addHelpText('after', examples('tp batch get 41 --out master.ndjson', 'tp batch get 41 | wc -l'))
    .action(async (batchId: string, options: DownloadOptions) => (await code()).getBatch(batchId, options));
}

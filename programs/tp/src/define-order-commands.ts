import { orderListRequest } from '@trading-platform/domain-types';
import { describedRecord } from '@trading-platform/domain-types/meanings';
import { examples, readCount } from '@trading-platform/terminal';
import type { Command } from 'commander';
import { addConnectOptions } from './access/connect-options.js';
import type { GenerateOptions, OrderUploadOptions } from './commands/order.js';
import { addFilters, collectList, filtersOf } from './filters/filters.js';
import { addJsonOption, addTableOptions } from './view-options.js';

/** Fields that the command sets itself, and names, which it does not show. */
const pageFields: ReadonlySet<string> = new Set(['cursor', 'limit', 'with_names']);

const code = () => import('./commands/order.js');

/** `tp order …` */
export function defineOrderCommands(program: Command): void {
  const order = program.command('order').description('Uploads orders, shows their outcomes, and sends planned orders.');
  addConnectOptions(order.command('upload'))
    .description('Uploads the orders of a file, waits until all are judged, and shows the outcome of each.')
    .argument('<file>', 'Excel workbook (.xlsx), CSV, or JSON: {"order_list": [...]}; - is standard input')
    .option('--check-only', 'only judge the orders, and accept none of them')
    .option('--yes', 'send values as they were read, even if they are written otherwise')
    .option('--json', 'print the results as JSON')
    .addHelpText('after', examples('tp order upload orders.xlsx', 'tp order upload orders.json --check-only'))
    .action(async (file: string, options: OrderUploadOptions) => (await code()).uploadOrders(file, options));
  order
    .command('template')
    .description('Writes an empty table for orders, as an Excel workbook whose columns are texts, or as a CSV file.')
    .argument('<file>', 'the new file, with the extension .xlsx or .csv')
    .option('--japanese', 'write Japanese headings')
    .option('--json', 'print the name of the file as JSON')
    .addHelpText('after', examples('tp order template orders.xlsx', 'tp order template orders.csv --japanese'))
    .action(async (file: string, options: object) =>
      (await import('./commands/order-template.js')).writeOrderTemplate(file, options),
    );
  addJsonOption(addConnectOptions(order.command('result')))
    .description('Shows the outcome of each order of an earlier upload.')
    .argument('<batch-id>', 'batch_id of the upload')
    .addHelpText('after', examples('tp order result 41'))
    .action(async (batchId: string, options: object) => (await code()).showUploadResult(batchId, options));
  const filters = filtersOf(describedRecord(orderListRequest).fields).filter(({ field }) => !pageFields.has(field));
  const status = addTableOptions(addConnectOptions(order.command('status')))
    .description('Lists the orders with their status and version.')
    .option('--most <number>', 'stop after this many orders', readCount);
  addFilters(status, filters);
  status
    .addHelpText('after', examples('tp order status', 'tp order status --status-code 10 --json trade_id,version'))
    .action(async (options: object) => (await code()).listOrders(filters, options));
  addTableOptions(addConnectOptions(order.command('generate')))
    .description('Sends planned orders to their sellers: either all of them or none.')
    .argument('<trade-id...>', 'trade_id of each planned order')
    .option(
      '--versions <versions>',
      'known version of each order; if any version has changed, no order is sent',
      collectList,
    )
    .addHelpText('after', examples('tp order generate 100000000000', 'tp order generate 100000000000 --versions 1'))
    .action(async (tradeIds: string[], options: GenerateOptions) => (await code()).generateOrders(tradeIds, options));
}

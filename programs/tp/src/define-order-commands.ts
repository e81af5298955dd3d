import { orderListRequest } from '@trading-platform/domain-types';
import { describedRecord } from '@trading-platform/domain-types/meanings';
import { examples, readCount } from '@trading-platform/terminal';
import type { Command } from 'commander';
import { addConnectOptions } from './access/connect-options.js';
import type { GenerateOptions, OrderUploadOptions } from './commands/order.js';
import { addFilters, collectList, filtersOf } from './filters/filters.js';

/** Paging fields, which the command sets itself. */
const pageFields: ReadonlySet<string> = new Set(['cursor', 'limit']);

const code = () => import('./commands/order.js');

/** `tp order …` */
export function defineOrderCommands(program: Command): void {
  const order = program.command('order').description('Uploads orders, shows their outcomes, and sends planned orders.');
  addConnectOptions(order.command('upload'))
    .description('Uploads the orders of a JSON file, waits until all are judged, and shows the outcome of each.')
    .argument('<file>', 'an order upload request: {"order_list": [...]}; - is standard input')
    .option('--check-only', 'only judge the orders, and accept none of them')
    .option('--json', 'print the results as JSON')
    .addHelpText('after', examples('tp order upload orders.json', 'tp order upload orders.json --check-only'))
    .action(async (file: string, options: OrderUploadOptions) => (await code()).uploadOrders(file, options));
  addConnectOptions(order.command('result'))
    .description('Shows the outcome of each order of an earlier upload.')
    .argument('<batch-id>', 'batch_id of the upload')
    .option('--json', 'print the results as JSON')
    .addHelpText('after', examples('tp order result 41'))
    .action(async (batchId: string, options: object) => (await code()).showUploadResult(batchId, options));
  const filters = filtersOf(describedRecord(orderListRequest).fields).filter(({ field }) => !pageFields.has(field));
  const status = addConnectOptions(order.command('status'))
    .description('Lists the orders with their status and version.')
    .option('--most <number>', 'stop after this many orders', readCount)
    .option('--json', 'print JSON');
  addFilters(status, filters);
  status
    .addHelpText('after', examples('tp order status', 'tp order status --status-code 10'))
    .action(async (options: object) => (await code()).listOrders(filters, options));
  addConnectOptions(order.command('generate'))
    .description('Sends planned orders to their sellers: either all of them or none.')
    .argument('<trade-id...>', 'trade_id of each planned order')
    .option(
      '--versions <versions>',
      'known version of each order; if any version has changed, no order is sent',
      collectList,
    )
    .option('--json', 'print JSON')
    .addHelpText('after', examples('tp order generate 100000000000', 'tp order generate 100000000000 --versions 1'))
    .action(async (tradeIds: string[], options: GenerateOptions) => (await code()).generateOrders(tradeIds, options));
}

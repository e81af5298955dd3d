import { examples } from '@trading-platform/terminal';
import type { Command } from 'commander';
import { addConnectOptions } from './add-connect-options.js';
import type { OrderUploadOptions } from './commands/order-upload.js';

/** `tpctl order …`, for callers of the platform. */
export function defineOrderCommands(program: Command): void {
  const order = program.command('order').description('Uploads orders; callers of the platform use it.');
  addConnectOptions(order.command('upload'))
    .description('Uploads the orders of a JSON file, waits until all are judged, and shows what became of each.')
    .argument('<file>', 'an order upload request: {"order_list": [...]}; - is standard input')
    .option('--check-only', 'only judge the orders: nothing is taken')
    .option('--json', 'print the results as JSON')
    .addHelpText(
      'after',
      examples(
        'tpctl order upload orders.json --credentials caller.json',
        'tpctl order upload orders.json --credentials caller.json --check-only',
      ),
    )
    .action(async (file: string, options: OrderUploadOptions) =>
      (await import('./commands/order-upload.js')).uploadOrders(file, options),
    );
}

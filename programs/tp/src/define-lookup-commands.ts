import {
  deliveryDateQuestion,
  deliveryDateRequest,
  deliveryPlaceListRequest,
  fcPriceQuestion,
  orderMasterListRequest,
  partnerListRequest,
  type RecordDefinition,
} from '@trading-platform/domain-types';
import { type DescribedField, describedRecord } from '@trading-platform/domain-types/meanings';
import { examples, readCount } from '@trading-platform/terminal';
import type { Command } from 'commander';
import { addConnectOptions } from './access/connect-options.js';
import type { ListName } from './commands/lists.js';
import type { DeliveryDateOptions, FcPriceOptions } from './commands/lookups.js';
import { addFilters, filtersOf } from './filters/filters.js';
import { addJsonOption, addTableOptions } from './view-options.js';

const lists: Readonly<Record<ListName, { readonly request: RecordDefinition; readonly description: string }>> = {
  partners: { request: partnerListRequest, description: 'Lists the partners.' },
  products: { request: orderMasterListRequest, description: 'Lists the products that can be ordered (order master).' },
  places: { request: deliveryPlaceListRequest, description: 'Lists the delivery places.' },
};

/** Paging fields, which the command sets itself. */
const pageFields: ReadonlySet<string> = new Set(['cursor', 'limit']);

/** `tp find`, `tp partners`, `tp products`, `tp places`, `tp delivery-date`, `tp fc-price` */
export function defineLookupCommands(program: Command): void {
  addFind(program);
  for (const name of Object.keys(lists) as ListName[]) addList(program, name);
  addProductsCommand(program, deliveryDate());
  addProductsCommand(program, fcPrice());
}

function addFind(program: Command): void {
  addJsonOption(addConnectOptions(program.command('find')))
    .description('Finds slips, orders and batches by number, and finds products and partners by code or name.')
    .argument('<text...>', 'a number, a code, or words of a name')
    .addHelpText('after', examples('tp find 0000001490', 'tp find 牛乳 1L', 'tp find PO-20250409-0001 --json'))
    .action(async (words: string[], options: object) => (await import('./commands/find.js')).find(words, options));
}

function addList(program: Command, name: ListName): void {
  const { request, description } = lists[name];
  const filters = filtersOf(describedRecord(request).fields).filter(({ field }) => !pageFields.has(field));
  const command = addTableOptions(addConnectOptions(program.command(name)))
    .description(description)
    .option('--most <number>', 'stop after this many rows', readCount);
  addFilters(command, filters);
  command
    .addHelpText('after', examples(`tp ${name}`, `tp ${name} --most 20 --json`))
    .action(async (options: object) => (await import('./commands/lists.js')).showList(name, filters, options));
}

/** A lookup of products: its command line and its code. */
interface ProductsCommand {
  readonly name: string;
  readonly description: string;
  readonly fields: readonly DescribedField[];
  readonly examples: readonly string[];
  readonly show: (catalogIds: string[], options: DeliveryDateOptions & FcPriceOptions) => Promise<void>;
}

const code = () => import('./commands/lookups.js');

function deliveryDate(): ProductsCommand {
  const wished = describedRecord(deliveryDateQuestion).fields.filter(({ name }) => name === 'hope_delivery_date');
  return {
    name: 'delivery-date',
    description: 'Shows the shortest delivery date of each product.',
    fields: [...describedRecord(deliveryDateRequest).fields, ...wished],
    examples: ['tp delivery-date --member-code-partner 50000040 1080 1090', 'tp delivery-date --file request.json'],
    show: async (catalogIds, options) => (await code()).showDeliveryDates(catalogIds, options),
  };
}

function fcPrice(): ProductsCommand {
  return {
    name: 'fc-price',
    description: 'Shows the price of each product for a franchise store.',
    fields: describedRecord(fcPriceQuestion).fields.filter(({ name }) => name !== 'catalog_id'),
    examples: [
      'tp fc-price --member-code-store 10035011 --price 120 --order-send-date 2026-11-20 --delivery-date 2026-11-22 1080',
      'tp fc-price --file request.json --json',
    ],
    show: async (catalogIds, options) => (await code()).showFcPrices(catalogIds, options),
  };
}

function addProductsCommand(
  program: Command,
  { name, description, fields, examples: typed, show }: ProductsCommand,
): void {
  const command = addJsonOption(addConnectOptions(program.command(name)))
    .description(description)
    .argument('[catalog-id...]', 'catalog_id of each product (its line in the order master)')
    .option('--file <file>', 'a whole request as JSON, instead of flags');
  addFilters(command, filtersOf(fields));
  command.addHelpText('after', examples(...typed)).action(show);
}

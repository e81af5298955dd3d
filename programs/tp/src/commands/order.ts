import { type PlatformClient, PlatformError } from '@trading-platform/client';
import type { ListedOrder, OrderGenerateRequest, UploadResult } from '@trading-platform/domain-types';
import { CliError, interruptSignal } from '@trading-platform/terminal';
import { withConnection } from '../access/connect.js';
import type { ConnectOptions } from '../access/connect-options.js';
import { type Filter, toRequest } from '../filters/filters.js';
import type { TableOptions, ViewOptions } from '../view-options.js';
import { firstOf, type Most } from './first-of.js';
import { type InputKind, sendInput, showEarlier } from './input-outcomes.js';
import { printRecords } from './print-records.js';
import { type OrderFileOptions, readOrderFile } from './read-order-file.js';
import { refusalText } from './refusal-text.js';

type JsonOptions = ConnectOptions & ViewOptions;

export type OrderUploadOptions = JsonOptions & OrderFileOptions;

const uploads: InputKind<UploadResult> = {
  name: 'upload',
  elements: 'orders',
  columns: ['UPLOAD NO', 'RESULT', 'TRADE ID', 'CHECK NUMBER', 'VERSION'],
  cells: ({ upload_no, trade_id, check_number, version }, outcome) => [
    upload_no,
    outcome,
    trade_id,
    check_number,
    version,
  ],
  taken: (client, batchId) => client.orders.taken(batchId),
};

/**
 * Uploads the orders of a file and shows the outcome of each.
 *
 * @throws CliError `refused` if not all of them were accepted
 */
export async function uploadOrders(file: string, options: OrderUploadOptions): Promise<void> {
  const { orders, checkOnly } = await readOrderFile(file, options);
  await withConnection(options, ({ client }) =>
    sendInput(uploads, client, options, (how) => client.orders.upload(orders, { ...how, checkOnly })),
  );
}

/** Shows the outcome of each order of an earlier upload. */
export async function showUploadResult(batchId: string, options: JsonOptions): Promise<void> {
  await withConnection(options, ({ client }) => {
    const results = client.orders.results(batchId, { signal: interruptSignal() });
    return showEarlier(uploads, client, options, results);
  });
}

/** Lists the caller's orders with their versions. */
export async function listOrders(
  filters: readonly Filter[],
  options: ConnectOptions & TableOptions & Most,
): Promise<void> {
  await withConnection(options, async ({ client }) => {
    const orders = client.orders.list(toRequest({ ...options }, filters));
    printRecords(await firstOf<ListedOrder>(orders, options), options);
  });
}

export interface GenerateOptions extends ConnectOptions, TableOptions {
  readonly versions?: readonly string[];
}

/** Sends planned orders: either all of them or none. */
export async function generateOrders(tradeIds: readonly string[], options: GenerateOptions): Promise<void> {
  const { versions } = options;
  if (versions !== undefined && versions.length !== tradeIds.length) {
    throw new CliError('usage', `${tradeIds.length} orders and ${versions.length} versions: give one for each`);
  }
  const request: OrderGenerateRequest = {
    trade_id_list: tradeIds,
    ...(versions === undefined ? {} : { version_list: versions }),
  };
  await withConnection(options, async ({ client }) => {
    printRecords(await generate(client, request, tradeIds), options);
  });
}

/** Replaces the list positions in a refusal by slip numbers, because people know the slip numbers. */
async function generate(client: PlatformClient, request: OrderGenerateRequest, tradeIds: readonly string[]) {
  try {
    return await client.orders.generate(request);
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    const reasons = error.errors.map(({ error_item: item, error_code: code, error_detail: detail }) => {
      const place = /^trade_id_list\[(\d+)\]$/.exec(item)?.[1];
      return refusalText(place === undefined ? item : (tradeIds[Number(place)] ?? item), code, detail);
    });
    if (reasons.length === 0) throw error;
    throw new CliError('refused', `Nothing was sent. ${reasons.join('; ')}`, { cause: error });
  }
}

import { type PlatformClient, PlatformError } from '@trading-platform/client';
import {
  type ListedOrder,
  type OrderGenerateRequest,
  type UploadRequest,
  type UploadResult,
  uploadOutcome,
} from '@trading-platform/domain-types';
import { CliError, interruptSignal, print, readObject, remark, table } from '@trading-platform/terminal';
import { withConnection } from '../access/connect.js';
import type { ConnectOptions } from '../access/connect-options.js';
import { type Filter, toRequest } from '../filters/filters.js';
import { firstOf, type Most } from './first-of.js';
import { printRecords } from './print-records.js';
import { ProgressView } from './progress-view.js';
import { refusalText } from './refusal-text.js';

interface JsonOptions extends ConnectOptions {
  readonly json?: true;
}

export interface OrderUploadOptions extends JsonOptions {
  readonly checkOnly?: true;
}

/**
 * Uploads the orders of a file and shows the outcome of each.
 *
 * @throws CliError `refused` if not all of them were accepted
 */
export async function uploadOrders(file: string, options: OrderUploadOptions): Promise<void> {
  const request = await readUpload(file);
  const progress = new ProgressView();
  await withConnection(options, async ({ client }) => {
    const checkOnly = options.checkOnly === true || request.check_only === '1';
    const judged: UploadResult[] = [];
    const onResults = (results: readonly UploadResult[]) => void judged.push(...results);
    const how = { checkOnly, signal: interruptSignal(), onProgress: progress.show, onResults };
    await client.orders
      .upload(request.order_list, how)
      .finally(() => progress.clear())
      .catch((error: unknown) => showRest(client, error, judged, options));
    showResults(judged, options);
  });
}

async function readUpload(file: string): Promise<UploadRequest> {
  const request = (await readObject(file)) as unknown as UploadRequest;
  if (Array.isArray(request.order_list)) return request;
  throw new CliError('input', `${file}: has no order_list`);
}

/** Shows the outcome of each order of an earlier upload. */
export async function showUploadResult(batchId: string, options: JsonOptions): Promise<void> {
  await withConnection(options, async ({ client }) => {
    const results = client.orders.results(batchId, { signal: interruptSignal() });
    showResults(await results.toArray().catch((error: unknown) => showRest(client, error, [], options)), options);
  });
}

/** Shows the orders that were judged or accepted before the upload failed. */
async function showRest(
  client: PlatformClient,
  error: unknown,
  judged: readonly UploadResult[],
  { json }: JsonOptions,
): Promise<never> {
  const { code, batchId } = error instanceof PlatformError ? error : {};
  const taken = code === 'batch-failed' && batchId !== undefined ? await client.orders.taken(batchId) : [];
  const known = [...judged, ...taken];
  if (known.length > 0) {
    print({ json: known, text: table([head, ...known.flatMap(rowsOf)]) }, json === true);
    remark('The upload broke off: only these orders were judged. Send the file again; what was taken stays as it is.');
  }
  throw error;
}

function showResults(results: readonly UploadResult[], { json }: JsonOptions): void {
  print({ json: results, text: table([head, ...results.flatMap(rowsOf)]) }, json === true);
  const refused = results.filter(isRefused).length;
  if (refused > 0) throw new CliError('refused', `${refused} of ${results.length} orders were refused.`);
}

const head = ['UPLOAD NO', 'RESULT', 'TRADE ID', 'CHECK NUMBER', 'VERSION', 'ERRORS'];

/** Makes one row for each order, and another row for each additional error of an order. */
function rowsOf(result: UploadResult): string[][] {
  const [first = '', ...others] = result.error_list.map(({ error_item, error_code, error_detail }) =>
    refusalText(error_item, error_code, error_detail),
  );
  const outcome = isRefused(result) ? 'refused' : 'accepted';
  return [
    [result.upload_no, outcome, result.trade_id, result.check_number, result.version, first],
    ...others.map((error) => ['', '', '', '', '', error]),
  ];
}

function isRefused({ result }: UploadResult): boolean {
  return result !== uploadOutcome.accepted;
}

/** Lists the caller's orders with their versions. */
export async function listOrders(filters: readonly Filter[], options: JsonOptions & Most): Promise<void> {
  await withConnection(options, async ({ client }) => {
    const orders = client.orders.list(toRequest({ ...options }, filters));
    printRecords(await firstOf<ListedOrder>(orders, options), options.json === true);
  });
}

export interface GenerateOptions extends JsonOptions {
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
    printRecords(await generate(client, request, tradeIds), options.json === true);
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

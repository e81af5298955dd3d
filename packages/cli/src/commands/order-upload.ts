import { text } from 'node:stream/consumers';
import { type UploadOrder, type UploadRequest, type UploadResult, uploadOutcome } from '@trading-platform/domain-types';
import { CliError, interruptSignal, openInput, parseObject, print, table } from '@trading-platform/terminal';
import { type ConnectOptions, connect } from '../connect.js';

export interface OrderUploadOptions extends ConnectOptions {
  readonly checkOnly?: true;
  readonly json?: true;
}

/**
 * Uploads the orders of a file and shows the outcome of each.
 *
 * @throws CliError `refused` if not all of them were accepted
 */
export async function uploadOrders(file: string, options: OrderUploadOptions): Promise<void> {
  const { stream } = await openInput(file);
  const request = parseObject(file, await text(stream)) as unknown as UploadRequest;
  const client = await connect(options);
  try {
    const checkOnly = options.checkOnly === true || String(request.check_only) === '1';
    const orders = Array.isArray(request.order_list) ? (request.order_list as UploadOrder[]) : [];
    const results = await client.orders.upload(orders, { checkOnly, signal: interruptSignal() });
    print({ json: results, text: table([head, ...results.flatMap(rowsOf)]) }, options.json === true);
    const refused = results.filter(isRefused).length;
    if (refused > 0) throw new CliError('refused', `${refused} of ${results.length} orders were refused.`);
  } finally {
    // The tokens were for this upload only. That they end is a courtesy, no condition of its success.
    await client.revoke().catch(() => undefined);
  }
}

const head = ['UPLOAD NO', 'RESULT', 'TRADE ID', 'CHECK NUMBER', 'VERSION', 'ERRORS'];

/** A line for each error after the first. */
function rowsOf(result: UploadResult): string[][] {
  const [first = '', ...others] = result.error_list.map(
    ({ error_item, error_code, error_detail }) => `${error_code} ${error_item}: ${error_detail}`,
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

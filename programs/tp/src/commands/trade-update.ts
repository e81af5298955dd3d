import { randomUUID } from 'node:crypto';
import type { PlatformClient } from '@trading-platform/client';
import {
  errorCode,
  type SlipAction,
  type UpdateLine,
  type UpdateRequest,
  type UpdateResult,
  type UpdateSlip,
} from '@trading-platform/domain-types';
import { CliError, interruptSignal, readObject } from '@trading-platform/terminal';
import { withConnection } from '../access/connect.js';
import type { ConnectOptions } from '../access/connect-options.js';
import { type Filter, toRequest } from '../filters/filters.js';
import type { ViewOptions } from '../view-options.js';
import { type InputKind, sendInput, showEarlier } from './input-outcomes.js';

type JsonOptions = ConnectOptions & ViewOptions;

export interface TradeUpdateOptions extends ConnectOptions, ViewOptions {
  readonly checkOnly?: true;
}

export interface TradeActionOptions extends TradeUpdateOptions {
  readonly versions?: readonly string[];
  readonly memberCodeSelf?: string;
  readonly line?: readonly string[];
}

const updates: InputKind<UpdateResult> = {
  name: 'update',
  elements: 'updates',
  columns: ['UPDATE NO', 'RESULT', 'TRADE ID', 'STATUS', 'VERSION', 'RETURN'],
  cells: ({ update_no, trade_id, status_code, version, new_trade_id }, outcome) => [
    update_no,
    outcome,
    trade_id,
    status_code,
    version,
    new_trade_id,
  ],
  taken: (client, batchId) => client.orders.madeUpdates(batchId),
  help: (refused) => {
    const moved = refused.find(({ error_list }) => error_list.some(({ error_code }) => toReadAgain.has(error_code)));
    return moved && `tp trade show ${moved.trade_id} shows the version of the slip and the actions that are possible.`;
  },
};

/** The errors after which the caller must look at the slip again. */
const toReadAgain: ReadonlySet<string> = new Set([errorCode.updatedElsewhere, errorCode.actionNotPossible]);

/**
 * Sends the updates that a file lists, and shows the outcome of each.
 *
 * @throws CliError `refused` if not all of them were accepted
 */
export async function updateTrades(file: string, options: TradeUpdateOptions): Promise<void> {
  const request = (await readObject(file)) as unknown as UpdateRequest;
  if (!Array.isArray(request.slip_list)) throw new CliError('input', `${file}: has no slip_list`);
  const checkOnly = options.checkOnly === true || request.check_only === '1';
  await withConnection(options, ({ client }) => update(client, request.slip_list, { ...options, checkOnly }));
}

/** Shows the outcome of each update of an earlier batch. */
export async function showUpdateResult(batchId: string, options: JsonOptions): Promise<void> {
  await withConnection(options, ({ client }) => {
    const results = client.orders.updateResults(batchId, { signal: interruptSignal() });
    return showEarlier(updates, client, options, results);
  });
}

/**
 * Takes one action on some slips. If no versions are given, they are read first.
 *
 * @param fields the fields that the action takes, besides its lines
 */
export async function takeAction(
  action: SlipAction,
  tradeIds: readonly string[],
  fields: readonly Filter[],
  options: TradeActionOptions,
): Promise<void> {
  const { versions, memberCodeSelf, line = [], checkOnly } = options;
  if (versions !== undefined && versions.length !== tradeIds.length)
    throw new CliError('usage', `${tradeIds.length} slips and ${versions.length} versions: give one for each`);
  if (line.length > 0 && tradeIds.length > 1)
    throw new CliError('usage', 'Lines belong to one slip: give one trade_id, or use tp trade update');
  const same = {
    action,
    ...toRequest({ ...options }, fields),
    ...(memberCodeSelf === undefined ? {} : { member_code_self: memberCodeSelf }),
    ...(line.length === 0 ? {} : { detail_list: line.map(readLine) }),
  };
  await withConnection(options, async ({ client }) => {
    const slips: UpdateSlip[] = [];
    for (const [place, tradeId] of tradeIds.entries()) {
      const version = versions?.[place] ?? (await presentVersion(client, tradeId, memberCodeSelf));
      slips.push({ update_no: randomUUID(), trade_id: tradeId, version, ...same });
    }
    await update(client, slips, { ...options, checkOnly: checkOnly === true });
  });
}

async function presentVersion(client: PlatformClient, tradeId: string, memberCodeSelf: string | undefined) {
  const { version } = await client.trades.get(tradeId, { memberCodeSelf, signal: interruptSignal() });
  return version;
}

/** Reads a line such as `100000000286001=4`, or with a price `100000000286001=4@1270`. */
function readLine(text: string): UpdateLine {
  const [, id, quantity, price] = /^([^=]+)=([^@]+)(?:@(.+))?$/.exec(text) ?? [];
  if (id === undefined || quantity === undefined)
    throw new CliError('usage', `--line ${text}: write trade_prod_id=quantity, or trade_prod_id=quantity@price`);
  return { trade_prod_id: id, prod_lot_qty: quantity, ...(price === undefined ? {} : { prod_lot_price: price }) };
}

async function update(
  client: PlatformClient,
  slips: readonly UpdateSlip[],
  { checkOnly, ...view }: JsonOptions & { readonly checkOnly: boolean },
): Promise<void> {
  await sendInput(updates, client, view, (how) => client.orders.update(slips, { ...how, checkOnly }));
}

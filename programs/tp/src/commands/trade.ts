import type { SlipActor, SlipChange } from '@trading-platform/domain-types';
import { interruptSignal } from '@trading-platform/terminal';
import { withConnection } from '../access/connect.js';
import type { ConnectOptions } from '../access/connect-options.js';
import { cellTable } from '../downloads/cell-table.js';
import type { ViewOptions } from '../view-options.js';
import { firstOf, type Most } from './first-of.js';
import { printView } from './print-view.js';

export interface TradeOptions extends ConnectOptions, ViewOptions {
  readonly memberCodeSelf?: string;
}

/** The fields of a line that a person needs first. `--json` prints all of them. */
const lineFields = [
  'trade_prod_id',
  'item_name',
  'order_prod_lot_qty',
  'prod_lot_qty',
  'prod_unit_name',
  'prod_lot_price',
  'prod_lot_total_tax_excluded',
  'tax',
  'prod_remarks',
] as const;

const unlimited = Number.POSITIVE_INFINITY;

/** Shows one slip with its lines. */
export async function showTrade(tradeId: string, options: TradeOptions): Promise<void> {
  await withConnection(options, async ({ client }) => {
    const { memberCodeSelf } = options;
    const slip = await client.trades.get(tradeId, { memberCodeSelf, signal: interruptSignal() });
    const { detail_list: lines, partner_group_list: groups, actions, ...header } = slip;
    const texts = {
      ...header,
      partner_group_list: groups.map(({ partner_group_code: code }) => code).join(', '),
      actions: actions.join(', '),
    };
    const named = Object.entries(texts).filter(([, value]) => value !== '');
    const width = Math.max(...named.map(([name]) => name.length));
    const rows = lines.map((line) => lineFields.map((field) => line[field]));
    const text = [
      ...named.map(([name, value]) => `${name.padEnd(width)}  ${value}`),
      ...(lines.length === 0 ? [] : ['', cellTable(lineFields, rows, widthOfOutput())]),
    ].join('\n');
    printView({ json: slip, text }, options);
  });
}

/** Shows the changes of a slip, newest first. */
export async function showHistory(tradeId: string, options: TradeOptions & Most): Promise<void> {
  await withConnection(options, async ({ client }) => {
    const { memberCodeSelf } = options;
    const history = client.trades.history(tradeId, { memberCodeSelf, signal: interruptSignal() });
    const changes = await firstOf<SlipChange>(history, options);
    const rows = changes.map(({ version, at, action, by, changed }) => [
      version,
      at,
      action,
      actorText(by),
      changed.join(', '),
    ]);
    const text = cellTable(['version', 'at', 'action', 'by', 'changed'], rows, widthOfOutput());
    printView({ json: changes, text: changes.length === 0 ? 'none' : text }, options);
  });
}

/**
 * Describes the actor of a change, such as `buyer: user 7 with erp of 10010001`. If the other side made the change,
 * only the side is known.
 */
function actorText({ kind, user_id: user = '', client_id: client = '', side, member_code: member }: SlipActor): string {
  const who = [
    user === '' ? kind : `${kind} ${user}`,
    ...(client === '' ? [] : [`with ${client}`]),
    ...(member === '' ? [] : [`of ${member}`]),
  ].join(' ');
  return side === '' ? who : `${side}: ${who}`;
}

function widthOfOutput(): number {
  return process.stdout.isTTY ? process.stdout.columns : unlimited;
}

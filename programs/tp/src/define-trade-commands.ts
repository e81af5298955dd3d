import {
  type SlipTransition,
  slipActions,
  slipTransitions,
  type UpdateField,
  updateSlip,
  useOfField,
} from '@trading-platform/domain-types';
import { describedRecord } from '@trading-platform/domain-types/meanings';
import { examples, readCount } from '@trading-platform/terminal';
import type { Command } from 'commander';
import { addConnectOptions } from './access/connect-options.js';
import type { TradeOptions } from './commands/trade.js';
import type { TradeActionOptions, TradeUpdateOptions } from './commands/trade-update.js';
import { addFilters, collectList, filtersOf } from './filters/filters.js';
import { addJsonOption } from './view-options.js';

const code = () => import('./commands/trade.js');
const updateCode = () => import('./commands/trade-update.js');

/** `tp trade …` */
export function defineTradeCommands(program: Command): void {
  const trade = program
    .command('trade')
    .description('Shows one slip and its history, and changes slips: confirms, ships, receives and more.');
  withSide(trade.command('show'))
    .description('Shows one slip with its lines, its version and the actions that the caller may take.')
    .addHelpText(
      'after',
      examples('tp trade show 100000001490', 'tp trade show 100000001490 --json status_code,version'),
    )
    .action(async (tradeId: string, options: TradeOptions) => (await code()).showTrade(tradeId, options));
  withSide(trade.command('history'))
    .description('Shows the changes of a slip, newest first: who made them, when, and in which fields.')
    .option('--most <number>', 'stop after this many changes', readCount)
    .addHelpText('after', examples('tp trade history 100000001490', 'tp trade history 100000001490 --most 1'))
    .action(async (tradeId: string, options: TradeOptions) => (await code()).showHistory(tradeId, options));
  addConnectOptions(trade.command('update'))
    .description('Sends the updates that a JSON file lists, waits until all are judged, and shows the outcome of each.')
    .argument('<file>', 'a trade update request: {"slip_list": [...]}; - is standard input')
    .option('--check-only', 'only judge the updates, and make none of them')
    .option('--json', 'print the results as JSON')
    .addHelpText('after', examples('tp trade update updates.json', 'tp trade update updates.json --check-only'))
    .action(async (file: string, options: TradeUpdateOptions) => (await updateCode()).updateTrades(file, options));
  addJsonOption(addConnectOptions(trade.command('result')))
    .description('Shows the outcome of each update of an earlier batch.')
    .argument('<batch-id>', 'batch_id of the updates')
    .addHelpText('after', examples('tp trade result 41'))
    .action(async (batchId: string, options: object) => (await updateCode()).showUpdateResult(batchId, options));
  for (const action of slipActions) defineAction(trade, action);
}

function withSide(command: Command): Command {
  return addJsonOption(addConnectOptions(command))
    .argument('<trade-id>', 'trade_id of the slip')
    .option('--member-code-self <code>', 'the member whose view is wanted; needed if you see both and are neither');
}

const fields = filtersOf(describedRecord(updateSlip).fields);

/** Defines the short form of an action, with an option for each field that the action takes. */
function defineAction(trade: Command, action: (typeof slipActions)[number]): void {
  const rows: readonly SlipTransition[] = slipTransitions.filter((row) => row.action === action);
  const taken = fields
    .filter(({ field }) => rows.some(({ takes }) => takes[field as UpdateField] !== undefined))
    .map((filter) => ({ ...filter, isRequired: useOfField(action, filter.field as UpdateField) === 'needed' }));
  const name = action.replaceAll('_', '-');
  const sides = rows.map(({ side }) => `the ${side}`).join(' or ');
  const command = addJsonOption(addConnectOptions(trade.command(name)))
    .description(`Takes the action ${action} on slips, for ${sides}, and shows the outcome of each.`)
    .argument('<trade-id...>', 'trade_id of each slip')
    .option('--versions <versions>', versionsHelp, collectList)
    .option('--member-code-self <code>', 'the member that acts; needed if you see both sides and are neither')
    .option('--check-only', 'only judge the updates, and make none of them');
  addFilters(command, taken);
  const lines = rows.find(({ lines: taking }) => taking?.trade_prod_id === 'needed')?.lines;
  if (lines !== undefined) {
    const form = lines.prod_lot_price === undefined ? 'ID=QUANTITY' : 'ID=QUANTITY or ID=QUANTITY@PRICE';
    command.option('--line <line>', `a line by its trade_prod_id: ${form}; comma-separated or repeated`, collectList);
  }
  const options = [
    ...(lines === undefined ? [] : [' --line 100000001490001=2']),
    ...taken.filter(({ isRequired }) => isRequired).map(({ flag }) => ` ${flag} 'Two bags are torn'`),
  ];
  command
    .addHelpText('after', examples(`tp trade ${name} 100000001490${options.join('')}`))
    .action(async (tradeIds: string[], given: TradeActionOptions) =>
      (await updateCode()).takeAction(action, tradeIds, taken, given),
    );
}

const versionsHelp =
  'version of each slip that you have seen; a slip with another version is refused (default: the present versions)';

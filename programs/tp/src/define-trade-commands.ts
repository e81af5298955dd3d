import { examples, readCount } from '@trading-platform/terminal';
import type { Command } from 'commander';
import { addConnectOptions } from './access/connect-options.js';
import type { TradeOptions } from './commands/trade.js';

const code = () => import('./commands/trade.js');

/** `tp trade …` */
export function defineTradeCommands(program: Command): void {
  const trade = program
    .command('trade')
    .description('Shows one slip as it is now, and its history. Marks nothing as downloaded.');
  withSide(trade.command('show'))
    .description('Shows one slip with its lines, its version and what the caller may do with it.')
    .addHelpText('after', examples('tp trade show 100000001490', 'tp trade show 100000001490 --json'))
    .action(async (tradeId: string, options: TradeOptions) => (await code()).showTrade(tradeId, options));
  withSide(trade.command('history'))
    .description('Shows the changes of a slip, newest first: who made them, when, and in which fields.')
    .option('--most <number>', 'stop after this many changes', readCount)
    .addHelpText('after', examples('tp trade history 100000001490', 'tp trade history 100000001490 --most 1'))
    .action(async (tradeId: string, options: TradeOptions) => (await code()).showHistory(tradeId, options));
}

function withSide(command: Command): Command {
  return addConnectOptions(command)
    .argument('<trade-id>', 'trade_id of the slip')
    .option('--member-code-self <code>', 'the member whose view is wanted; needed if you see both and are neither')
    .option('--json', 'print JSON with all fields');
}

import { examples } from '@trading-platform/terminal';
import type { Command } from 'commander';
import { addConnectOptions } from './access/connect-options.js';

const code = () => import('./commands/events.js');

/** `tp events …` */
export function defineEventCommands(program: Command): void {
  const events = program.command('events').description('Follows the events of the caller.');
  addConnectOptions(events.command('tail'))
    .description('Prints each event as one line of JSON, until it is interrupted.')
    .option('--types <types>', 'types with commas between them; * at the end names all that begin so')
    .option('--member-codes <codes>', 'members, with commas between them (default: the own member)')
    .option('--after <cursor>', 'begin after this cursor, or with 0 at the oldest event (default: only later events)')
    .option('--cursor-file <file>', 'continue where the last run with this file has stopped')
    .option('--once', 'print the events that there are, and end')
    .option('--json', 'print JSON, which is the only form')
    .addHelpText(
      'after',
      examples(
        'tp events tail --types trade.*,batch.ended',
        'tp events tail --after 0 --once',
        'tp events tail --cursor-file events.cursor',
      ),
    )
    .action(async (options: object) => (await code()).tailEvents(options));
}

import { secretOfText } from '@trading-platform/domain-types/message-signature';
import { examples } from '@trading-platform/terminal';
import { type Command, InvalidArgumentError } from 'commander';
import { addConnectOptions } from './access/connect-options.js';
import type { ListenOptions } from './commands/listen.js';

/** Lengths of secrets in Standard Webhooks. */
const secretBytes = { least: 24, most: 64 } as const;

/** `tp events …` and `tp listen` */
export function defineEventCommands(program: Command): void {
  const events = program.command('events').description('Follows the events of the caller.');
  addReadingOptions(addConnectOptions(events.command('tail')))
    .description('Prints each event as one line of JSON, until it is interrupted.')
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
    .action(async (options: object) => (await import('./commands/events.js')).tailEvents(options));
  addReadingOptions(addConnectOptions(program.command('listen')))
    .description(
      'Pushes each event to a program that you develop, signed as the platform signs them, without an address that the platform can ' +
        'reach. An event that the program does not take with 2xx within 15 seconds is pushed again, and the next ones wait. Ctrl-C ends it.',
    )
    .requiredOption('--forward-to <url>', 'address of your program', readAddress)
    .option('--secret <secret>', 'secret of the signatures, whsec_… (default: a new one, which is printed)', readSecret)
    .option('--json', 'print a JSON object for each attempt')
    .addHelpText(
      'after',
      examples(
        'tp listen --forward-to http://localhost:3000/hook',
        'tp listen --forward-to http://localhost:3000/hook --types trade.* --cursor-file hook.cursor',
      ),
    )
    .action(async (options: ListenOptions) => (await import('./commands/listen.js')).listen(options));
}

function addReadingOptions(command: Command): Command {
  return command
    .option('--types <types>', 'types with commas between them; * at the end means all types with this beginning')
    .option('--member-codes <codes>', 'members, with commas between them (default: your member)')
    .option('--after <cursor>', 'begin after this cursor; 0 begins with the oldest event (default: only later events)')
    .option('--cursor-file <file>', 'continue where the last run with this file has stopped');
}

function readAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.password !== '') {
    throw new InvalidArgumentError('Expected an address such as http://localhost:3000/hook, without a user.');
  }
  return text;
}

function readSecret(text: string): Uint8Array {
  const secret = secretOfText(text);
  if (secret === undefined || secret.length < secretBytes.least || secret.length > secretBytes.most) {
    throw new InvalidArgumentError('Expected whsec_ and 24 to 64 bytes in Base64.');
  }
  return secret;
}

import { newProgram } from '@trading-platform/terminal';
import type { Command } from 'commander';
import { exitCodes } from './exit-code.js';

const help = `
The caller: a profile that tp login has signed in, or --credentials FILE, or the environment:
  TRADING_PLATFORM_AUTH_URL, _API_URL, _CLIENT_ID, _CLIENT_SECRET, _USER_ID, _PASSWORD
  (a service account: _CLIENT_CREDENTIALS=1 instead of the last two)

Every command has --help with examples, and --json for use by programs. Times are in Japan time (UTC+9); times of tp
itself in JSON end with Z and are in UTC. tp man COMMAND prints a manual page.
Exit codes: ${Object.values(exitCodes)
  .map(({ code, meaning }) => `${code} ${meaning}`)
  .join('; ')}.`;

/**
 * Makes the program with its commands. Help texts and refusals of wrong options must appear at once. So the code of a
 * command is loaded when the command runs, and the contract is loaded only for commands whose options come from it.
 *
 * @param name the command that is about to run
 */
export async function makeProgram(name: string | undefined): Promise<Command> {
  const program = newProgram('tp', new URL('../package.json', import.meta.url))
    .description('Calls the trading platform: downloads, orders, lookups.')
    .addHelpText('after', help);
  const { defineCommands } = await import('./define-commands.js');
  await defineCommands(program, name);
  return program;
}

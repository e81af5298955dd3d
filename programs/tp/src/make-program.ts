import { newProgram } from '@trading-platform/terminal';
import type { Command } from 'commander';
import { exitCodes } from './exit-code.js';

const help = `
The caller: a profile that tp login has signed in, or --credentials FILE, or the environment:
  TRADING_PLATFORM_AUTH_URL, _API_URL, _CLIENT_ID, _CLIENT_SECRET, _USER_ID, _PASSWORD

Every command has --help with examples, and --json for use by programs.
Exit codes: ${Object.values(exitCodes)
  .map(({ code, meaning }) => `${code} ${meaning}`)
  .join('; ')}.`;

/**
 * The program with its commands. Help and wrong options must answer at once, so the code of a command is loaded when it
 * runs, and the contract's filters only for downloads.
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

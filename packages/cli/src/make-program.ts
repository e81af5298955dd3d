import { newProgram } from '@trading-platform/terminal';
import type { Command } from 'commander';
import { defineAccountCommands } from './define-account-commands.js';
import { defineDataCommands } from './define-data-commands.js';
import { defineDownloadCommands } from './define-download-commands.js';
import { defineOrderCommands } from './define-order-commands.js';

const environmentHelp = `
Settings come from the environment, the same as those of the services:
  AUTH_DATABASE_URL, ORDERING_DATABASE_URL, BATCH_DATABASE_URL   sqlite:path or postgres://…
  AUTH_SECRET_KEY                                                as the authentication service has it

Every command has --help with examples, and --json for programs.
The exit code is 0 only if a command did all it was asked for.`;

/**
 * All commands with their options. A command's code is loaded when it runs, so that help and wrong options answer at once.
 *
 * @param name the command that is going to run; the flags of `download` come from the contract and are made only for it
 */
export async function makeProgram(name: string | undefined): Promise<Command> {
  const program = newProgram('tpctl')
    .description('Operators manage clients, users and data of the trading platform; callers download and order.')
    .addHelpText('after', environmentHelp);
  defineAccountCommands(program);
  defineDataCommands(program);
  defineOrderCommands(program);
  defineDownloadCommands(program, name === 'download' ? await import('@trading-platform/domain-types') : undefined);
  return program;
}

import { newProgram } from '@trading-platform/terminal';
import type { Command } from 'commander';
import { defineAccountCommands } from './define-account-commands.js';
import { defineArchiveCommands } from './define-archive-commands.js';
import { defineBucketCommands } from './define-bucket-commands.js';
import { defineDataCommands } from './define-data-commands.js';
import { defineDoctorCommand } from './define-doctor-command.js';

const environmentHelp = `
Settings come from the environment, as for the services:
  AUTH_DATABASE_URL, ORDERING_DATABASE_URL, BATCH_DATABASE_URL   sqlite:path or postgres://…
  AUTH_SECRET_KEY, AUTH_FORMER_SECRET_KEY                        those of the authentication service

Every command has --help with examples, and --json for use by programs.
The exit code is 0 only if a command completed its task.`;

/**
 * The program with its commands. Help and wrong options must answer at once, so the code of a command is loaded when it
 * runs.
 */
export function makeProgram(): Command {
  const program = newProgram('tpctl', new URL('../package.json', import.meta.url))
    .description('Operators manage clients, users and data of the trading platform.')
    .addHelpText('after', environmentHelp);
  defineAccountCommands(program);
  defineDataCommands(program);
  defineArchiveCommands(program);
  defineBucketCommands(program);
  defineDoctorCommand(program);
  return program;
}

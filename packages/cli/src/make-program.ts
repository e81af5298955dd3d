import { Command } from 'commander';
import type { ClientCreateOptions } from './commands/client-create.js';
import type { ImportFileOptions } from './commands/import-file.js';
import type { MigrateOptions } from './commands/migrate.js';
import type { UserCreateOptions } from './commands/user-create.js';
import type { UserPasswordOptions } from './commands/user-password.js';

/**
 * All commands with their options. A command's code is loaded when it runs, so that help and wrong options answer at once.
 *
 * @param name the command that is going to run; the flags of `download` come from the contract and are made only for it
 */
export async function makeProgram(name: string | undefined): Promise<Command> {
  const program = new Command('tpctl')
    .description('Operators manage clients, users and data of the trading platform; callers download.')
    .addHelpText('after', environmentHelp)
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(`tpctl: ${oneLine(text)}\n`) })
    .helpCommand(false)
    .showSuggestionAfterError();
  addClientCommands(program);
  addUserCommands(program);
  addDataCommands(program);
  const { addDownloadCommands } = await import('./make-download-commands.js');
  addDownloadCommands(program, name === 'download' ? await import('@trading-platform/domain-types') : undefined);
  return program;
}

const environmentHelp = `
Settings come from the environment, the same as those of the services:
  AUTH_DATABASE_URL, ORDERING_DATABASE_URL, BATCH_DATABASE_URL   sqlite:path or postgres://…
  AUTH_SECRET_KEY                                                 as the authentication service has it

Every command has --help with examples, and --json for programs.
The exit code is 0 only if a command did all it was asked for.`;

function addClientCommands(program: Command): void {
  const client = program.command('client').description('Systems that are allowed to ask for tokens.');
  client
    .command('create')
    .description('Makes a client and prints its client_id and client_secret; the secret is never shown again.')
    .requiredOption('--name <name>', 'shown to users on the authorization page')
    .option(
      '--redirect-uri <uri>',
      'callback address, https or http on the machine itself; can be repeated',
      collect,
      [],
    )
    .option('--no-code-flow', 'no tokens through the authorization page')
    .option('--no-credentials-flow', 'no tokens for user ID and password')
    .option('--pkce', 'require PKCE on the authorization page')
    .option('--openid', 'allow the OpenID Connect parts')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      examples(
        'tpctl client create --name "Kitchen ERP" --redirect-uri https://erp.example.com/callback',
        'tpctl client create --name "Nightly batch" --no-code-flow --json',
      ),
    )
    .action(async (options: ClientCreateOptions) =>
      (await import('./commands/client-create.js')).clientCreate(options),
    );
}

function addUserCommands(program: Command): void {
  const user = program.command('user').description('People and systems that sign in with user ID and password.');
  user
    .command('create')
    .description('Makes a user. The password is asked for, or read from the first line of standard input.')
    .requiredOption('--user-id <id>', 'platform login ID')
    .requiredOption('--member-code <code>', 'the member in whose name the user acts')
    .option('--name <name>', 'name of the person')
    .option('--email <address>', 'e-mail address of the person')
    .option('--no-member-check', 'make the user even if the member is not known here')
    .option('--replace', 'if there is this user of this member already, give it the new password')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      examples(
        'tpctl user create --user-id tanaka --member-code 10010001',
        'tpctl user create --user-id batch --member-code 10010001 --json < password.txt',
      ),
    )
    .action(async (options: UserCreateOptions) => (await import('./commands/user-create.js')).userCreate(options));
  user
    .command('password')
    .description('Gives a user a new password, asked for or read from standard input, and ends all grants of the user.')
    .requiredOption('--user-id <id>', 'platform login ID')
    .option('--json', 'print JSON')
    .addHelpText('after', examples('tpctl user password --user-id tanaka'))
    .action(async (options: UserPasswordOptions) =>
      (await import('./commands/user-password.js')).userPassword(options),
    );
}

function addDataCommands(program: Command): void {
  program
    .command('import')
    .summary('Loads a file of members, products, slips or settings.')
    .description(
      'Loads a file of lines, one JSON record each, in the shape that the matching download delivers without batch_id, seq ' +
        'and create_date. The same file again changes nothing. Refused lines are named and do not stop the rest.',
    )
    .argument(
      '<kind>',
      'members, master, trade, nottrade, orderclosing, businessholiday, orderblock, fc-prices, delivery-places',
    )
    .argument('<file>', 'NDJSON file, or - for standard input')
    .option('--atomic', 'all or nothing: one refused line, and nothing is loaded')
    .option('--dry-run', 'check every line, load nothing')
    .option('--merge', "settings only: add or replace single rows instead of all rows of a line's pairs")
    .option('--json', 'print the summary as JSON')
    .addHelpText(
      'after',
      examples(
        'tpctl import members members.ndjson',
        'tpctl import master master.ndjson --atomic',
        'zcat master.ndjson.gz | tpctl import master - --json',
      ),
    )
    .action(async (kind: string, file: string, options: ImportFileOptions) =>
      (await import('./commands/import-file.js')).importFile(kind, file, options),
    );
  program
    .command('migrate')
    .summary('Brings the tables of all databases up to date.')
    .description('Brings the tables of all databases up to date. The services do the same when they start.')
    .option('--dry-run', 'say what would be done')
    .option('--json', 'print JSON')
    .addHelpText('after', examples('tpctl migrate', 'tpctl migrate --dry-run --json'))
    .action(async (options: MigrateOptions) => (await import('./commands/migrate.js')).migrate(options));
}

function examples(...lines: readonly string[]): string {
  return `\nExamples:\n${lines.map((line) => `  ${line}`).join('\n')}`;
}

function collect(value: string, former: readonly string[]): string[] {
  return [...former, value];
}

/** Commander puts suggestions on a line of their own. */
function oneLine(text: string): string {
  return text
    .replace(/^error: /, '')
    .replace(/\s+/g, ' ')
    .trim();
}

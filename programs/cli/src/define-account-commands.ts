import { examples } from '@trading-platform/terminal';
import { type Command, InvalidArgumentError } from 'commander';
import type { AuditOptions } from './commands/audit.js';
import type { ClientCreateOptions, ClientMarkOptions, ClientOptions, RotateSecretOptions } from './commands/clients.js';
import type { GrantEndOptions, GrantListOptions } from './commands/grants.js';
import type { KeyResealOptions, KeyRotateOptions, KeyWithdrawOptions } from './commands/keys.js';
import type { UserCreateOptions, UserOptions } from './commands/users.js';

/** `tpctl client …`, `tpctl user …`, `tpctl grant …`, `tpctl key …`, `tpctl audit`. */
export function defineAccountCommands(program: Command): void {
  defineClientCommands(program.command('client').description('Systems that are allowed to ask for tokens.'));
  defineUserCommands(program.command('user').description('People and systems that sign in with user ID and password.'));
  defineGrantCommands(program.command('grant').description('What users have allowed clients, until it ends.'));
  defineKeyCommands(program.command('key').description('Keys that sign access tokens.'));
  defineAuditCommand(program);
}

const clients = () => import('./commands/clients.js');
const users = () => import('./commands/users.js');
const grants = () => import('./commands/grants.js');
const keys = () => import('./commands/keys.js');

function defineClientCommands(client: Command): void {
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
    .option('--member-wide', 'let it see and read the batches of all clients of the members of its users')
    .option('--account', 'let it show its users what they have allowed clients, and end it for them')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      examples(
        'tpctl client create --name "Kitchen ERP" --redirect-uri https://erp.example.com/callback',
        'tpctl client create --name "Nightly batch" --no-code-flow --json',
      ),
    )
    .action(async (options: ClientCreateOptions) => (await clients()).createClient(options));
  client
    .command('mark')
    .description('Says what a client may besides, or may no longer; what is not named stays as it is.')
    .requiredOption('--client-id <id>', 'the client')
    .option('--member-wide', 'it sees and reads the batches of all clients of the members of its users')
    .option('--no-member-wide', 'it sees its own batches only')
    .option('--account', 'it shows its users what they have allowed clients, and ends it for them')
    .option('--no-account', 'it does not')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      examples(
        'tpctl client mark --client-id DDt4ShF-hgDDEMwKiPrV --member-wide --account',
        'tpctl client mark --client-id DDt4ShF-hgDDEMwKiPrV --no-member-wide --json',
      ),
    )
    .action(async (options: ClientMarkOptions) => (await clients()).markClient(options));
  client
    .command('list')
    .description('Lists all clients.')
    .option('--json', 'print JSON')
    .addHelpText('after', examples('tpctl client list', 'tpctl client list --json'))
    .action(async (options: { json?: true }) => (await clients()).listClients(options));
  client
    .command('rotate-secret')
    .description('Makes a new secret. The one so far stays valid for the overlap, an older one ends at once.')
    .requiredOption('--client-id <id>', 'the client')
    .option('--overlap-hours <hours>', 'how long the secret so far stays valid (default: 168)', readHours)
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      examples(
        'tpctl client rotate-secret --client-id DDt4ShF-hgDDEMwKiPrV',
        'tpctl client rotate-secret --client-id DDt4ShF-hgDDEMwKiPrV --overlap-hours 0 --json',
      ),
    )
    .action(async (options: RotateSecretOptions) => (await clients()).rotateSecret(options));
  const one = (name: string, description: string) =>
    client
      .command(name)
      .description(description)
      .requiredOption('--client-id <id>', 'the client')
      .option('--json', 'print JSON')
      .addHelpText('after', examples(`tpctl client ${name} --client-id DDt4ShF-hgDDEMwKiPrV`));
  one('disable', 'Gives a client no tokens any more, and revokes those that it has.').action(
    async (options: ClientOptions) => (await clients()).disableClient(options),
  );
  one('enable', 'Lets a disabled client get tokens again.').action(async (options: ClientOptions) =>
    (await clients()).enableClient(options),
  );
  one('delete', 'Deletes a client with all its grants.').action(async (options: ClientOptions) =>
    (await clients()).deleteClient(options),
  );
}

function defineUserCommands(user: Command): void {
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
    .action(async (options: UserCreateOptions) => (await users()).createUser(options));
  user
    .command('list')
    .description('Lists all users.')
    .option('--json', 'print JSON')
    .addHelpText('after', examples('tpctl user list', 'tpctl user list --json'))
    .action(async (options: { json?: true }) => (await users()).listUsers(options));
  const one = (name: string, description: string) =>
    user
      .command(name)
      .description(description)
      .requiredOption('--user-id <id>', 'platform login ID')
      .option('--json', 'print JSON')
      .addHelpText('after', examples(`tpctl user ${name} --user-id tanaka`));
  one(
    'password',
    'Gives a user a new password, asked for or read from standard input, and ends all grants of the user.',
  ).action(async (options: UserOptions) => (await users()).setPassword(options));
  one('unlock', 'Takes away the lock of a user after wrong passwords.').action(async (options: UserOptions) =>
    (await users()).unlockUser(options),
  );
  one('disable', 'Lets a user sign in no more, and ends all grants of the user.').action(async (options: UserOptions) =>
    (await users()).disableUser(options),
  );
  one('enable', 'Lets a disabled user sign in again.').action(async (options: UserOptions) =>
    (await users()).enableUser(options),
  );
  one('delete', 'Deletes a user with all grants.').action(async (options: UserOptions) =>
    (await users()).deleteUser(options),
  );
}

function defineGrantCommands(grant: Command): void {
  grant
    .command('list')
    .description('Lists the grants that have not ended.')
    .option('--client-id <id>', 'those of one client')
    .option('--user-id <id>', 'those of one user')
    .option('--all', 'also those that have ended or expired')
    .option('--json', 'print JSON')
    .addHelpText('after', examples('tpctl grant list', 'tpctl grant list --user-id tanaka --all --json'))
    .action(async (options: GrantListOptions) => (await grants()).listGrants(options));
  grant
    .command('end')
    .description('Ends a grant: its refresh token at once, its access tokens within seconds.')
    .requiredOption('--grant-id <id>', 'the grant')
    .option('--json', 'print JSON')
    .addHelpText('after', examples('tpctl grant end --grant-id 0193c0f2-8f1e-7b5c-9d7e-3a2f4b6c8d10'))
    .action(async (options: GrantEndOptions) => (await grants()).endGrant(options));
}

function defineKeyCommands(key: Command): void {
  key
    .command('list')
    .description('Lists the keys that are published, and which one signs.')
    .option('--json', 'print JSON')
    .addHelpText('after', examples('tpctl key list', 'tpctl key list --json'))
    .action(async (options: { json?: true }) => (await keys()).listKeys(options));
  key
    .command('rotate')
    .description('Lets the next key sign from now on, and publishes a new next one; no valid token is refused.')
    .option('--force', 'although the next key was published so recently that not everybody may know it')
    .option('--json', 'print JSON')
    .addHelpText('after', examples('tpctl key rotate', 'tpctl key rotate --json'))
    .action(async (options: KeyRotateOptions) => (await keys()).rotateKeys(options));
  key
    .command('withdraw')
    .description(
      'Makes everything that a key has signed invalid, within seconds and for good: for a key that may have been stolen. If it is the one that signs, the next one signs from now on.',
    )
    .requiredOption('--key-id <id>', 'the key, as "tpctl key list" names it')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      examples(
        'tpctl key withdraw --key-id 6xCk2k0nVQ3XK3k5wP1cW2Q0b7gq5mUu2o0Jk1m3x4Y',
        'tpctl key withdraw --key-id 6xCk2k0nVQ3XK3k5wP1cW2Q0b7gq5mUu2o0Jk1m3x4Y --json',
      ),
    )
    .action(async (options: KeyWithdrawOptions) => (await keys()).withdrawKey(options));
  key
    .command('reseal')
    .description(
      'After AUTH_SECRET_KEY was changed: seals the signing keys with it, and says what still needs AUTH_FORMER_SECRET_KEY, or that it can go.',
    )
    .option('--dry-run', 'say what would be done, and change nothing')
    .option('--json', 'print JSON')
    .addHelpText('after', examples('tpctl key reseal', 'tpctl key reseal --dry-run --json'))
    .action(async (options: KeyResealOptions) => (await keys()).resealKeys(options));
}

function defineAuditCommand(program: Command): void {
  program
    .command('audit')
    .summary('Shows security events.')
    .description('Shows security events, newest first.')
    .option('--event <name>', 'one kind of event, such as user.refused')
    .option('--client-id <id>', 'events of one client')
    .option('--user-id <id>', 'events of one user')
    .option('--from <moment>', 'events since then: yyyy-MM-dd, "yyyy-MM-dd HH:mm:ss" (Japan) or RFC 3339')
    .option('--before <id>', 'events before this one, for the next page', readNumber)
    .option('--limit <number>', 'how many events', readNumber, 100)
    .option('--archive <volume>', 'those of a volume that "tpctl archive audit" has written')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      examples('tpctl audit', 'tpctl audit --event user.refused --from 2026-11-01', 'tpctl audit --limit 1000 --json'),
    )
    .action(async (options: AuditOptions) => (await import('./commands/audit.js')).showAudit(options));
}

function readNumber(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new InvalidArgumentError('Expected a whole number from 1.');
  return Number(text);
}

function collect(value: string, former: readonly string[]): string[] {
  return [...former, value];
}

function readHours(text: string): number {
  if (!/^\d{1,4}$/.test(text)) throw new InvalidArgumentError('Expected a whole number of hours.');
  return Number(text);
}

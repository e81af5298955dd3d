import { collect, examples, readCount } from '@trading-platform/terminal';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { AuditOptions } from './commands/audit.js';
import type {
  ClientBindOptions,
  ClientCreateOptions,
  ClientKeysOptions,
  ClientMarkOptions,
  ClientOptions,
  ClientRightsOptions,
  RotateSecretOptions,
} from './commands/clients.js';
import type { GrantEndOptions, GrantListOptions } from './commands/grants.js';
import type { KeyResealOptions, KeyRotateOptions, KeyWithdrawOptions } from './commands/keys.js';
import type { RequireSecondFactorOptions, ResetLinkOptions, UserCreateOptions, UserOptions } from './commands/users.js';

export function defineAccountCommands(program: Command): void {
  defineClientCommands(program.command('client').description('Manages clients: systems that may request tokens.'));
  defineUserCommands(
    program.command('user').description('Manages users: people and systems that sign in with user ID and password.'),
  );
  defineGrantCommands(
    program.command('grant').description('Lists and ends grants: the permissions that users have given to clients.'),
  );
  defineKeyCommands(program.command('key').description('Manages the keys that sign access tokens.'));
  defineAuditCommand(program);
}

const clients = () => import('./commands/clients.js');
const users = () => import('./commands/users.js');
const grants = () => import('./commands/grants.js');
const keys = () => import('./commands/keys.js');

function defineClientCommands(client: Command): void {
  client
    .command('create')
    .description('Creates a client and prints its client_id and client_secret; the secret is never shown again.')
    .requiredOption('--name <name>', 'name that users see on the authorization page')
    .option(
      '--redirect-uri <uri>',
      'callback address: https, or http on the local machine; can be repeated',
      collect,
      [],
    )
    .option('--no-code-flow', 'issue no tokens through the authorization page')
    .option('--no-credentials-flow', 'issue no tokens for user ID and password')
    .option('--rights <names>', 'what it may do, with commas between (default: everything)', readNames)
    .option(
      '--member-code <code>',
      'make it a service account of this member: it gets tokens without a user (client_credentials), and in the other ways only with --code-flow or --credentials-flow',
    )
    .option('--code-flow', 'for a service account: also issue tokens through the authorization page')
    .option('--credentials-flow', 'for a service account: also issue tokens for user ID and password')
    .option('--no-member-check', 'create the service account even if the member is unknown')
    .option('--pkce', 'require PKCE on the authorization page')
    .option('--openid', 'allow OpenID Connect')
    .option('--member-wide', 'let it read the batches of all clients of its members')
    .option('--account', 'let it show users their grants to clients, and end them')
    .option('--password-suffices', 'issue tokens for user ID and password of users who have a second factor')
    .option('--device-flow', 'issue tokens to devices without a browser, by a code that they show')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      examples(
        'tpctl client create --name "Kitchen ERP" --redirect-uri https://erp.example.com/callback',
        'tpctl client create --name "Nightly batch" --member-code 10010001 --rights order,list --json',
      ),
    )
    .action(async (options: ClientCreateOptions) => (await clients()).createClient(options));
  client
    .command('mark')
    .description('Changes the additional permissions of a client; permissions without an option stay unchanged.')
    .requiredOption('--client-id <id>', 'the client')
    .option('--member-wide', 'it may read the batches of all clients of its members')
    .option('--no-member-wide', 'it may read only its own batches')
    .option('--account', 'it may show users their grants to clients, and end them')
    .option('--no-account', 'it does not')
    .option('--password-suffices', 'it gets tokens for user ID and password of users who have a second factor')
    .option('--no-password-suffices', 'it does not')
    .option(
      '--device-flow',
      'its devices get tokens by a code that they show, and that a user types on the page /device',
    )
    .option('--no-device-flow', 'they do not')
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
    .command('rights')
    .description('Shows in words what a client may do. Options change it; a withdrawal acts within 5 seconds.')
    .requiredOption('--client-id <id>', 'the client')
    .option('--give <names>', 'rights to add, with commas between; they act for grants that begin later', readNames)
    .option('--withdraw <names>', 'rights to take away; access tokens with them are refused', readNames)
    .addOption(
      new Option('--set <names>', 'all rights that it has from now on')
        .argParser(readNames)
        .conflicts(['give', 'withdraw']),
    )
    .option('--also-grants', 'give all its rights to its present grants too')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      examples(
        'tpctl client rights --client-id DDt4ShF-hgDDEMwKiPrV',
        'tpctl client rights --client-id DDt4ShF-hgDDEMwKiPrV --withdraw order,update',
        'tpctl client rights --client-id DDt4ShF-hgDDEMwKiPrV --give update --also-grants --json',
      ),
    )
    .action(async (options: ClientRightsOptions) => (await clients()).clientRights(options));
  client
    .command('bind')
    .description(
      'Makes a client a service account of a member: it gets tokens without a user, and keeps what it has downloaded. Its present access tokens end.',
    )
    .requiredOption('--client-id <id>', 'the client')
    .requiredOption('--member-code <code>', 'member for which it acts')
    .option('--keep-flows', 'leave the user flows of the client as they are, until all jobs of the client have moved')
    .option('--no-member-check', 'bind it even if the member is unknown')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      examples(
        'tpctl client bind --client-id DDt4ShF-hgDDEMwKiPrV --member-code 10010001 --keep-flows',
        'tpctl client bind --client-id DDt4ShF-hgDDEMwKiPrV --member-code 10010001',
      ),
    )
    .action(async (options: ClientBindOptions) => (await clients()).bindClient(options));
  client
    .command('keys')
    .description(
      'Sets the public keys of a client, which then signs (private_key_jwt) instead of sending its secret; former keys are replaced.',
    )
    .requiredOption('--client-id <id>', 'the client')
    .option('--jwks <file>', 'file with its public keys as JSON: {"keys": [...]}')
    .option('--jwks-uri <url>', 'https address at which it publishes its public keys')
    .option('--remove', 'remove its keys, so that it needs its secret')
    .option('--required', 'refuse its secret from now on')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      examples(
        'tpctl client keys --client-id DDt4ShF-hgDDEMwKiPrV --jwks keys.json',
        'tpctl client keys --client-id DDt4ShF-hgDDEMwKiPrV --jwks keys.json --required --json',
        'tpctl client keys --client-id DDt4ShF-hgDDEMwKiPrV --jwks-uri https://erp.example.com/keys.json --required',
        'tpctl client keys --client-id DDt4ShF-hgDDEMwKiPrV --remove',
      ),
    )
    .action(async (options: ClientKeysOptions) => (await clients()).clientKeys(options));
  client
    .command('list')
    .description('Lists all clients.')
    .option('--json', 'print JSON')
    .addHelpText('after', examples('tpctl client list', 'tpctl client list --json'))
    .action(async (options: { json?: true }) => (await clients()).listClients(options));
  client
    .command('rotate-secret')
    .description('Creates a new secret. The previous one stays valid for the overlap; an older one ends at once.')
    .requiredOption('--client-id <id>', 'the client')
    .option('--overlap-hours <hours>', 'hours for which the previous secret stays valid (default: 168)', readHours)
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
  one('disable', 'Refuses new tokens to a client, and revokes its present ones.').action(
    async (options: ClientOptions) => (await clients()).disableClient(options),
  );
  one('enable', 'Issues tokens to a disabled client again.').action(async (options: ClientOptions) =>
    (await clients()).enableClient(options),
  );
  one('delete', 'Deletes a client with all its grants.').action(async (options: ClientOptions) =>
    (await clients()).deleteClient(options),
  );
}

function defineUserCommands(user: Command): void {
  user
    .command('create')
    .description('Creates a user. It asks for the password, or reads it from the first line of standard input.')
    .requiredOption('--user-id <id>', 'platform login ID')
    .requiredOption('--member-code <code>', 'member for which the user acts')
    .option('--name <name>', 'name of the person')
    .option('--email <address>', 'e-mail address of the person')
    .option('--no-member-check', 'create the user even if the member is unknown')
    .option('--replace', 'if this user of this member exists, set the new password')
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
    'Sets a new password, which it asks for or reads from standard input, and ends all grants of the user.',
  ).action(async (options: UserOptions) => (await users()).setPassword(options));
  user
    .command('reset-link')
    .description(
      'Prints a link for a user who has forgotten the password. The link works once, and sets a new password. A former link ends; a second factor is still asked for. Make sure that it is this person who gets the link.',
    )
    .requiredOption('--user-id <id>', 'platform login ID')
    .option('--valid-hours <hours>', 'hours until the link ends, 168 at most', readHours, 24)
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      examples(
        'tpctl user reset-link --user-id tanaka',
        'tpctl user reset-link --user-id tanaka --valid-hours 2 --json',
      ),
    )
    .action(async (options: ResetLinkOptions) => (await users()).makeResetLink(options));
  one('unlock', 'Unlocks a user after wrong passwords.').action(async (options: UserOptions) =>
    (await users()).unlockUser(options),
  );
  one('factors', 'Shows the second factors of a user: authenticator app, passkeys, recovery codes left.').action(
    async (options: UserOptions) => (await users()).showFactors(options),
  );
  one(
    'reset-second-factor',
    'Removes the second factor of a user who has lost it: app, passkeys and recovery codes. Make sure that it is this person who asks.',
  ).action(async (options: UserOptions) => (await users()).resetSecondFactor(options));
  user
    .command('require-second-factor')
    .description(
      'Requires a second factor of a user, or of all users of a member. They set it up at the next sign-in on a page.',
    )
    .option('--user-id <id>', 'platform login ID')
    .option('--member-code <code>', 'member whose users, also those who are added later, must have one')
    .option('--not', 'require it no longer')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      examples(
        'tpctl user require-second-factor --user-id tanaka',
        'tpctl user require-second-factor --member-code 10010001 --json',
        'tpctl user require-second-factor --member-code 10010001 --not',
      ),
    )
    .action(async (options: RequireSecondFactorOptions) => (await users()).requireSecondFactor(options));
  one('disable', 'Stops a user from signing in, and ends all grants of the user.').action(
    async (options: UserOptions) => (await users()).disableUser(options),
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
    .option('--client-id <id>', 'only grants to one client')
    .option('--user-id <id>', 'only grants of one user')
    .option('--all', 'also ended and expired grants')
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
    .description('Lists the published keys, and marks the active one.')
    .option('--json', 'print JSON')
    .addHelpText('after', examples('tpctl key list', 'tpctl key list --json'))
    .action(async (options: { json?: true }) => (await keys()).listKeys(options));
  key
    .command('rotate')
    .description('Signs with the next key from now on, and publishes a new next key; valid tokens stay valid.')
    .option('--force', 'rotate even if some services may not have loaded the next key yet')
    .option('--json', 'print JSON')
    .addHelpText('after', examples('tpctl key rotate', 'tpctl key rotate --json'))
    .action(async (options: KeyRotateOptions) => (await keys()).rotateKeys(options));
  key
    .command('withdraw')
    .description(
      'Invalidates every signature of a key, within seconds and for good: for a key that may have been stolen. If it is the active key, the next one replaces it.',
    )
    .requiredOption('--key-id <id>', 'ID of the key, from "tpctl key list"')
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
      'After a change of AUTH_SECRET_KEY: seals the signing keys with it, and reports whether anything still needs AUTH_FORMER_SECRET_KEY.',
    )
    .option('--dry-run', 'show what would be done, and change nothing')
    .option('--json', 'print JSON')
    .addHelpText('after', examples('tpctl key reseal', 'tpctl key reseal --dry-run --json'))
    .action(async (options: KeyResealOptions) => (await keys()).resealKeys(options));
}

function defineAuditCommand(program: Command): void {
  program
    .command('audit')
    .summary('Shows security events.')
    .description('Shows security events, newest first.')
    .option('--event <name>', 'only this event, such as user.refused')
    .option('--client-id <id>', 'only events of this client')
    .option('--user-id <id>', 'only events of this user')
    .option('--address <address>', 'only events from this network address')
    .option('--from <moment>', 'only events from this time on: yyyy-MM-dd, "yyyy-MM-dd HH:mm:ss" (Japan) or RFC 3339')
    .option('--before <id>', 'only events before this one, for the next page', readCount)
    .option('--limit <number>', 'most events to show', readCount, 100)
    .option('--archive <volume>', 'events of a volume of "tpctl archive audit" instead of the database')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      examples(
        'tpctl audit',
        'tpctl audit --event user.refused --from 2026-11-01',
        'tpctl audit --address 203.0.113.7 --limit 1000 --json',
      ),
    )
    .action(async (options: AuditOptions) => (await import('./commands/audit.js')).showAudit(options));
}

/** The names of rights, separated by commas. An empty text names none. */
function readNames(text: string): readonly string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

function readHours(text: string): number {
  if (!/^\d{1,4}$/.test(text)) throw new InvalidArgumentError('Expected a whole number of hours.');
  return Number(text);
}

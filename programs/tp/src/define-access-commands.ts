import { examples } from '@trading-platform/terminal';
import type { Command } from 'commander';
import { addConnectOptions } from './access/connect-options.js';
import type { LoginOptions, LogoutOptions } from './commands/login.js';
import { addTableOptions } from './view-options.js';

const code = () => import('./commands/login.js');

/** The redirect URI, unless the client is registered with another address of this machine. */
const defaultRedirectUri = 'http://localhost:4180/callback';

/** `tp login`, `tp logout`, `tp whoami`, `tp profiles` */
export function defineAccessCommands(program: Command): void {
  addConnectOptions(program.command('login'))
    .description(
      'Signs in and saves the tokens in a profile: as the client itself with --client-credentials, by a code with --device, with the ' +
        'password if a user is named, and otherwise in the browser. The client must be registered with the redirect URI.',
    )
    .option(
      '--client-credentials',
      'sign in as a service account: a client that the operator has bound to a member; no user, no password',
    )
    .option('--browser', 'sign in in the browser even if a user is named')
    .option('--device', 'show a code that you enter in a browser on any machine, for terminals without a browser')
    .option('--redirect-uri <uri>', 'address that the browser returns to', defaultRedirectUri)
    .option('--password-file <file>', 'file whose first line is the password')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      examples(
        'tp login --credentials data/demo.json',
        'tp login --profile test --auth-url https://auth.example.com --api-url https://api.example.com --client-id erp --user-id tanaka',
        'tp login --auth-url https://auth.example.com --api-url https://api.example.com --client-id erp',
        'tp login --device --auth-url https://auth.example.com --api-url https://api.example.com --client-id erp',
        'tp login --client-credentials --auth-url https://auth.example.com --api-url https://api.example.com --client-id nightly',
      ),
    )
    .action(async (options: LoginOptions) => (await code()).login(options));
  program
    .command('logout')
    .description('Ends the sign-in of a profile, here and at the platform.')
    .option('--profile <name>', 'profile to sign out (TP_PROFILE; default: default)')
    .option('--forget', 'also delete the addresses and the client of the profile')
    .option('--json', 'print JSON')
    .addHelpText('after', examples('tp logout', 'tp logout --profile test --forget'))
    .action(async (options: LogoutOptions) => (await code()).logout(options));
  addConnectOptions(program.command('whoami'))
    .description('Shows the caller as the platform identifies it.')
    .option('--json', 'print JSON')
    .addHelpText('after', examples('tp whoami', 'tp whoami --json'))
    .action(async (options: object) => (await code()).whoami(options));
  addTableOptions(program.command('profiles'))
    .description('Lists the profiles, without their secrets.')
    .addHelpText('after', examples('tp profiles'))
    .action(async (options: object) => (await code()).listProfiles(options));
}

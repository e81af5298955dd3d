import { examples } from '@trading-platform/terminal';
import type { Command } from 'commander';
import { addConnectOptions } from './access/connect-options.js';
import type { LoginOptions, LogoutOptions } from './commands/login.js';

const code = () => import('./commands/login.js');

/** Where the browser comes back, unless the client is registered with another address of the machine. */
const defaultRedirectUri = 'http://localhost:4180/callback';

/** `tp login`, `tp logout`, `tp whoami`, `tp profiles` */
export function defineAccessCommands(program: Command): void {
  addConnectOptions(program.command('login'))
    .description(
      'Signs in and keeps the tokens under a profile: a user who is named with the password, which is asked for, else anybody in the ' +
        'browser. The client must be registered with the redirect URI.',
    )
    .option('--browser', 'in the browser, also where a user is named')
    .option('--redirect-uri <uri>', 'where the browser comes back', defaultRedirectUri)
    .option('--password-file <file>', 'the password is its first line')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      examples(
        'tp login --credentials data/demo.json',
        'tp login --profile test --auth-url https://auth.example.com --api-url https://api.example.com --client-id erp --user-id tanaka',
        'tp login --auth-url https://auth.example.com --api-url https://api.example.com --client-id erp',
      ),
    )
    .action(async (options: LoginOptions) => (await code()).login(options));
  program
    .command('logout')
    .description('Ends the sign-in of a profile, here and at the platform.')
    .option('--profile <name>', 'which one (TP_PROFILE; default: default)')
    .option('--forget', 'forget its addresses and its client too')
    .option('--json', 'print JSON')
    .addHelpText('after', examples('tp logout', 'tp logout --profile test --forget'))
    .action(async (options: LogoutOptions) => (await code()).logout(options));
  addConnectOptions(program.command('whoami'))
    .description('Shows who the platform takes the caller for.')
    .option('--json', 'print JSON')
    .addHelpText('after', examples('tp whoami', 'tp whoami --json'))
    .action(async (options: object) => (await code()).whoami(options));
  program
    .command('profiles')
    .description('Lists the profiles, without their secrets.')
    .option('--json', 'print JSON')
    .addHelpText('after', examples('tp profiles'))
    .action(async (options: object) => (await code()).listProfiles(options));
}

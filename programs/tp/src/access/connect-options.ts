import type { Command } from 'commander';

/** Where the platform is, and who calls. */
export interface ConnectOptions {
  readonly profile?: string;
  readonly credentials?: string;
  readonly authUrl?: string;
  readonly apiUrl?: string;
  readonly clientId?: string;
  readonly userId?: string;
}

/** The options of every command that calls the platform. Secrets are no options: other programs see command lines. */
export function addConnectOptions(command: Command): Command {
  return command
    .option('--profile <name>', 'whom tp login has signed in under that name (TP_PROFILE; default: default)')
    .option(
      '--credentials <file>',
      'JSON file with auth_url, api_url, client_id, client_secret, user_id, user_password',
    )
    .option('--auth-url <url>', 'authentication server (TRADING_PLATFORM_AUTH_URL)')
    .option('--api-url <url>', 'data API (TRADING_PLATFORM_API_URL)')
    .option('--client-id <id>', 'client (TRADING_PLATFORM_CLIENT_ID; its secret: TRADING_PLATFORM_CLIENT_SECRET)')
    .option('--user-id <id>', 'user (TRADING_PLATFORM_USER_ID; the password: TRADING_PLATFORM_PASSWORD, or asked for)');
}

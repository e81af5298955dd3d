import type { Command } from 'commander';

/** The platform's addresses and the caller's credentials. */
export interface ConnectOptions {
  readonly profile?: string;
  readonly credentials?: string;
  readonly authUrl?: string;
  readonly apiUrl?: string;
  readonly clientId?: string;
  readonly clientKey?: string;
  readonly userId?: string;
}

/**
 * Adds the options of every command that calls the platform. Other programs can see command lines, so no option takes a
 * secret.
 */
export function addConnectOptions(command: Command): Command {
  return command
    .option('--profile <name>', 'profile that tp login has signed in (TP_PROFILE; default: default)')
    .option(
      '--credentials <file>',
      'JSON file with auth_url, api_url, client_id, client_secret, user_id, user_password ' +
        '(a service account: client_credentials true instead of these two)',
    )
    .option('--auth-url <url>', 'authentication server (TRADING_PLATFORM_AUTH_URL)')
    .option('--api-url <url>', 'data API (TRADING_PLATFORM_API_URL)')
    .option(
      '--client-id <id>',
      'client (TRADING_PLATFORM_CLIENT_ID); its secret comes from TRADING_PLATFORM_CLIENT_SECRET',
    )
    .option(
      '--client-key <file>',
      'file with the private key of the client (JWK or PEM), which signs instead of sending a secret',
    )
    .option(
      '--user-id <id>',
      'user (TRADING_PLATFORM_USER_ID); the password comes from TRADING_PLATFORM_PASSWORD, or tp asks for it',
    );
}

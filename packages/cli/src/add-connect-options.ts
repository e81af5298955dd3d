import type { Command } from 'commander';

/** The options of commands for callers of the platform: where it is, and who calls. */
export function addConnectOptions(command: Command): Command {
  return command
    .option(
      '--credentials <file>',
      'JSON file with auth_url, api_url, client_id, client_secret, user_id, user_password',
    )
    .option('--auth-url <url>', 'authentication server (TPCTL_AUTH_URL; default: AUTH_ISSUER or this machine)')
    .option('--api-url <url>', 'data API (TPCTL_API_URL; default: this machine)')
    .option('--client-id <id>', 'client (TPCTL_CLIENT_ID; its secret: TPCTL_CLIENT_SECRET)')
    .option(
      '--user-id <id>',
      'platform user (TPCTL_USER_ID; the password: TPCTL_PASSWORD, or asked for, or standard input)',
    );
}

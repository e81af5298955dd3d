import { CliError } from '@trading-platform/terminal';
import { type Account, type OtherClient, type Role, roles, type Target } from '../probe/account.js';

/** A credentials file of `tp`, with a few additional fields for the kit. Other fields are ignored. */
export interface TargetFile {
  readonly auth_url?: string;
  readonly api_url?: string;
  /** Default: `/ordApi/order`. */
  readonly api_prefix?: string;
  /** Default: `idp`. */
  readonly idp_segment?: string;
  readonly client_id?: string;
  readonly client_secret?: string;
  readonly user_id?: string;
  readonly user_password?: string;
  /** The registered callback address of the client. Without this address the authorization page is not judged. */
  readonly redirect_uri?: string;
  /** The registered callback addresses, as `tpctl client create --json` prints them. The first one is used. */
  readonly redirect_uris?: readonly string[];
  /** A second client. The user of the first client can sign in with the second client too. */
  readonly other_client?: { readonly client_id: string; readonly client_secret: string };
  /** A client that the operator has bound to a member. The client may lack rights. */
  readonly service_account?: { readonly client_id: string; readonly client_secret: string };
  /** A client that lacks rights. The user of the first client can sign in with this client too. */
  readonly limited_client?: { readonly client_id: string; readonly client_secret: string };
  /**
   * Accounts of the members `head`, `store`, `seller` and `stranger` of the kit's market. These accounts are needed if
   * the operator has loaded the market by hand. Without the market only `stranger` is used. The account must belong to
   * a member that has no relation to the user's member.
   */
  readonly accounts?: Readonly<Partial<Record<Role, Readonly<Record<string, string>>>>>;
}

/** Addresses from the command line, which replace those of the file. */
export interface Addresses {
  readonly api?: string | undefined;
  readonly auth?: string | undefined;
}

const defaultPrefix = '/ordApi/order';

/**
 * Combines a credentials file and the command line.
 *
 * @throws CliError `usage` if an address is missing or wrong
 */
export function readTarget(file: TargetFile, { api, auth }: Addresses = {}): Target {
  const apiUrl = addressOf(api ?? file.api_url, '--api');
  const redirectUri = file.redirect_uri ?? file.redirect_uris?.[0];
  const head = accountOf(file, redirectUri);
  const others = roles.flatMap((role) => {
    const own = file.accounts?.[role];
    const account = own === undefined ? undefined : accountOf({ ...file, ...own }, redirectUri);
    return account === undefined ? [] : [[role, account] as const];
  });
  return {
    apiUrl: apiUrl.pathname === '/' ? `${apiUrl.origin}${file.api_prefix ?? defaultPrefix}` : textOf(apiUrl),
    authUrl: textOf(addressOf(auth ?? file.auth_url, '--auth')),
    idpSegment: file.idp_segment ?? 'idp',
    accounts: { ...(head === undefined ? {} : { head }), ...Object.fromEntries(others) },
    otherClient: clientOf(file.other_client),
    serviceAccount: clientOf(file.service_account),
    limitedClient: clientOf(file.limited_client),
    isPrepared: roles.every((role) => others.some(([name]) => name === role)),
  };
}

function accountOf(values: TargetFile, redirectUri: string | undefined): Account | undefined {
  const { client_id: clientId, client_secret: clientSecret, user_id: userId, user_password: password } = values;
  if (clientId === undefined || clientSecret === undefined || userId === undefined || password === undefined)
    return undefined;
  return { clientId, clientSecret, userId, password, ...(redirectUri === undefined ? {} : { redirectUri }) };
}

function clientOf(client: TargetFile['other_client']): OtherClient | undefined {
  return client === undefined ? undefined : { clientId: client.client_id, clientSecret: client.client_secret };
}

function addressOf(text: string | undefined, option: string): URL {
  if (text === undefined)
    throw new CliError('usage', `Give the address of the service with ${option} or in the credentials file`);
  if (!URL.canParse(text) || !/^https?:/.test(text))
    throw new CliError('usage', `${option} must be an address that begins with https:// or http://`);
  return new URL(text);
}

function textOf(url: URL): string {
  return url.href.replace(/\/$/, '');
}

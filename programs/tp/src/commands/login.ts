import type { PlatformClient, PlatformClientOptions } from '@trading-platform/client';
import { FileTokenStore } from '@trading-platform/client/node';
import { firstLine } from '@trading-platform/files';
import { CliError, interruptSignal, momentText, print, readInputText, remark } from '@trading-platform/terminal';
import { CallbackListener } from '../access/await-callback.js';
import { completeAccess, makeClient, withConnection } from '../access/connect.js';
import type { ConnectOptions } from '../access/connect-options.js';
import { fillFromProfile, findAccess, profileName } from '../access/find-access.js';
import { openBrowser } from '../access/open-browser.js';
import { loadProfile, loadProfiles, makeConfigFolder, saveProfile, tokensPath } from '../access/profiles.js';
import { tokenClaims } from '../access/token-claims.js';

export interface LoginOptions extends ConnectOptions {
  readonly browser?: true;
  readonly redirectUri: string;
  readonly passwordFile?: string;
  readonly json?: true;
}

/** Signs in, by password if a user is named and otherwise in the browser, and saves the tokens in a profile. */
export async function login(options: LoginOptions): Promise<void> {
  const name = profileName(options);
  const { profile: _, ...others } = options;
  const said = fillFromProfile((await findAccess(others, 'no profile')).access, await loadProfile(name));
  const usesBrowser = options.browser === true || said.userId === undefined;
  const password = options.passwordFile === undefined ? said.password : await readPassword(options.passwordFile);
  const access = usesBrowser ? { ...said, userId: undefined, password: undefined } : { ...said, password };
  const settings = await completeAccess(access, usesBrowser);
  await makeConfigFolder();
  const client = makeClient(settings, new FileTokenStore(tokensPath(name)));
  // Forgets the tokens of an earlier sign-in under this name.
  await new FileTokenStore(tokensPath(name)).save(undefined);
  if (usesBrowser) await signInByBrowser(client, options.redirectUri);
  const claims = tokenClaims(await client.accessToken());
  await saveProfile(name, profileOf(settings));
  const who = settings.userId ?? claims.sub ?? 'somebody';
  const member = claims.member_code === undefined ? '' : ` of member ${claims.member_code}`;
  print(
    {
      json: { profile: name, user_id: who, member_code: claims.member_code ?? '', api_url: settings.apiUrl },
      text: `Signed in as ${who}${member} at ${settings.apiUrl} (profile ${name})`,
    },
    options.json === true,
  );
}

async function signInByBrowser(client: PlatformClient, redirectUri: string): Promise<void> {
  const listener = await CallbackListener.listen(redirectUri, interruptSignal());
  try {
    const signIn = await client.authorizationUrl(redirectUri);
    remark(`Sign in in the browser. If none opens, go to:\n\n  ${signIn.url}\n\n`);
    openBrowser(signIn.url);
    await client.exchangeCode(await listener.query(), signIn);
  } finally {
    listener.close();
  }
}

async function readPassword(file: string): Promise<string> {
  const line = firstLine(await readInputText(file));
  if (line === '') throw new CliError('input', `${file}: the first line is empty, but must be the password`);
  return line;
}

function profileOf(settings: PlatformClientOptions) {
  return {
    auth_url: settings.authUrl,
    api_url: settings.apiUrl,
    client_id: settings.clientId,
    client_secret: settings.clientSecret,
    user_id: settings.userId,
    idp_segment: settings.idpSegment,
    api_prefix: settings.apiPrefix,
  };
}

export interface LogoutOptions {
  readonly profile?: string;
  readonly forget?: true;
  readonly json?: true;
}

/** Ends the grant of a profile and deletes its tokens. */
export async function logout(options: LogoutOptions): Promise<void> {
  const name = profileName(options);
  const profile = await loadProfile(name);
  if (profile === undefined) throw new CliError('input', `There is no profile ${name}`);
  const settings = await completeAccess(fillFromProfile({}, profile), true);
  await makeClient(settings, new FileTokenStore(tokensPath(name))).revoke();
  if (options.forget === true) await saveProfile(name, undefined);
  const what = options.forget === true ? 'and is forgotten' : '';
  print(
    { json: { profile: name, forgotten: options.forget === true }, text: `${name} is signed out ${what}`.trim() },
    options.json === true,
  );
}

/** Shows the caller as the platform identifies it. */
export async function whoami(options: ConnectOptions & { readonly json?: true }): Promise<void> {
  await withConnection(options, async ({ client, caller }) => {
    const { sub, member_code, exp } = tokenClaims(await client.accessToken());
    const facts = {
      user_id: caller.userId ?? sub ?? '',
      member_code: member_code ?? '',
      client_id: caller.clientId,
      api_url: caller.apiUrl,
      token_ends: exp === undefined ? '' : momentText(exp * 1_000),
    };
    const text = Object.entries(facts)
      .filter(([, value]) => value !== '')
      .map(([key, value]) => `${key.padEnd(12)}${value}`)
      .join('\n');
    print({ json: facts, text }, options.json === true);
  });
}

/** Lists the profiles without their secrets. */
export async function listProfiles(options: { readonly json?: true }): Promise<void> {
  const profiles = Object.entries(await loadProfiles()).map(([name, { api_url, client_id, user_id = '' }]) => ({
    profile: name,
    user_id,
    client_id,
    api_url,
  }));
  const { printRecords } = await import('./print-records.js');
  printRecords(profiles, options.json === true);
}

import type { DeviceSignIn, PlatformClient, PlatformClientOptions } from '@trading-platform/client';
import { FileTokenStore } from '@trading-platform/client/node';
import { formatTokyoDateTime } from '@trading-platform/domain-types';
import { firstLine } from '@trading-platform/files';
import {
  CliError,
  callerPath,
  interruptSignal,
  momentText,
  print,
  readInputText,
  remark,
} from '@trading-platform/terminal';
import { CallbackListener } from '../access/await-callback.js';
import { completeAccess, makeClient, withConnection } from '../access/connect.js';
import type { ConnectOptions } from '../access/connect-options.js';
import { type Access, fillFromProfile, findAccess, profileName } from '../access/find-access.js';
import { openBrowser } from '../access/open-browser.js';
import {
  loadProfile,
  loadProfiles,
  makeConfigFolder,
  type Profile,
  saveProfile,
  tokensPath,
} from '../access/profiles.js';
import { tokenClaims } from '../access/token-claims.js';
import type { TableOptions } from '../view-options.js';

export interface LoginOptions extends ConnectOptions {
  readonly browser?: true;
  /** Signs in by a code that the user types in a browser on any machine. */
  readonly device?: true;
  /** Signs in as the client itself, which is a service account. */
  readonly clientCredentials?: true;
  readonly redirectUri: string;
  readonly passwordFile?: string;
  readonly json?: true;
}

/**
 * Signs in and saves the tokens in a profile. There are four ways: as the client itself if it is a service account, by
 * a code that the user types elsewhere, by password if a user is named, and otherwise in the browser.
 */
export async function login(options: LoginOptions): Promise<void> {
  const name = profileName(options);
  checkKind(options);
  const { profile: _, ...others } = options;
  const said = fillFromProfile((await findAccess(others, 'no profile')).access, await loadProfile(name));
  const isService =
    options.clientCredentials ??
    (said.clientCredentials === true && options.browser !== true && options.device !== true);
  const isOnPage = !isService && (options.browser === true || options.device === true || said.userId === undefined);
  const password = options.passwordFile === undefined ? said.password : await readPassword(options.passwordFile);
  const access: Access = {
    ...said,
    ...(isService || isOnPage ? { userId: undefined, password: undefined } : { password }),
    clientCredentials: isService,
  };
  const settings = await completeAccess(access, isOnPage);
  await makeConfigFolder();
  const client = makeClient(settings, new FileTokenStore(tokensPath(name)));
  // Forgets the tokens of an earlier sign-in under this name.
  await new FileTokenStore(tokensPath(name)).save(undefined);
  if (options.device === true) await signInByCode(client);
  else if (isOnPage) await signInByBrowser(client, options.redirectUri);
  const claims = tokenClaims(await client.accessToken());
  await saveProfile(name, profileOf(settings, access.clientKeyFile));
  const user = isService ? '' : (settings.userId ?? claims.sub ?? 'somebody');
  const member = claims.member_code === undefined ? '' : ` of member ${claims.member_code}`;
  const who = isService ? `service account ${settings.clientId}` : user;
  const facts = { profile: name, user_id: user, member_code: claims.member_code ?? '', api_url: settings.apiUrl };
  print(
    {
      json: { ...facts, kind: kindOf(isService) },
      text: `Signed in as ${who}${member} at ${settings.apiUrl} (profile ${name})`,
    },
    options.json === true,
  );
}

/** @throws CliError `usage` if the options contradict each other */
function checkKind({ clientCredentials, device, ...others }: LoginOptions): void {
  if (others.clientKey === '-')
    throw new CliError('usage', '--client-key must be a file, which later commands read too');
  if (device === true) {
    if (clientCredentials === true) throw new CliError('usage', 'A service account has no user: leave out --device');
    if (others.browser === true) throw new CliError('usage', 'Name one of --browser and --device');
    if (others.passwordFile !== undefined) {
      throw new CliError('usage', 'With --device the password is typed in the browser: leave out --password-file');
    }
  }
  if (clientCredentials !== true) return;
  const excluded = { browser: '--browser', userId: '--user-id', passwordFile: '--password-file' } as const;
  for (const [name, option] of Object.entries(excluded) as [keyof typeof excluded, string][]) {
    if (others[name] === undefined) continue;
    throw new CliError('usage', `A service account has no user: leave out ${option} or --client-credentials`);
  }
}

/** The kind of a caller, as people read it. */
function kindOf(isService: boolean): 'service account' | 'user' {
  return isService ? 'service account' : 'user';
}

async function signInByCode(client: PlatformClient): Promise<void> {
  const signIn = await client.beginDeviceSignIn();
  remark(`${invitation(signIn)}\nWaiting …`);
  await client.completeDeviceSignIn(signIn, { signal: interruptSignal() });
}

function invitation({ url, completeUrl, userCode, endsAt }: DeviceSignIn): string {
  const minutes = Math.max(1, Math.round((endsAt - Date.now()) / 60_000));
  const link = completeUrl === undefined ? '' : `Or open ${completeUrl} and compare the code.\n`;
  return `Open ${url} in a browser on any machine and enter this code:\n\n  ${userCode}\n\n${link}The code lasts ${minutes} minutes.`;
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

/** The key of a client stays in its file. */
function profileOf(settings: PlatformClientOptions, clientKeyFile: string | undefined): Profile {
  return {
    auth_url: settings.authUrl,
    api_url: settings.apiUrl,
    client_id: settings.clientId,
    client_secret: settings.clientSecret,
    ...(clientKeyFile === undefined
      ? { client_key: settings.clientKey }
      : { client_key_file: callerPath(clientKeyFile) }),
    user_id: settings.userId,
    ...(settings.clientCredentials === true ? { client_credentials: true as const } : {}),
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
    const { sub, member_code, exp, entitlements = [] } = tokenClaims(await client.accessToken());
    const isService = caller.clientCredentials === true;
    const facts = {
      user_id: isService ? '' : (caller.userId ?? sub ?? ''),
      member_code: member_code ?? '',
      client_id: caller.clientId,
      api_url: caller.apiUrl,
      token_ends: exp === undefined ? '' : momentText(exp * 1_000),
      kind: kindOf(isService),
      rights: entitlements.join(', '),
    };
    const shown = { ...facts, token_ends: exp === undefined ? '' : formatTokyoDateTime(exp * 1_000) };
    const text = Object.entries(shown)
      .filter(([, value]) => value !== '')
      .map(([key, value]) => `${key.padEnd(12)}${value}`)
      .join('\n');
    print({ json: { ...facts, rights: entitlements }, text }, options.json === true);
  });
}

/** Lists the profiles without their secrets. */
export async function listProfiles(options: TableOptions): Promise<void> {
  const profiles = Object.entries(await loadProfiles()).map(([name, profile]) => ({
    profile: name,
    user_id: profile.user_id ?? '',
    client_id: profile.client_id,
    kind: kindOf(profile.client_credentials === true),
    api_url: profile.api_url,
  }));
  const { printRecords } = await import('./print-records.js');
  printRecords(profiles, options);
}

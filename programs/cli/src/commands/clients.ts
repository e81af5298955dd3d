import { readFile } from 'node:fs/promises';
import { type Client, namesOfClientKeys } from '@trading-platform/auth-core';
import { rights as allRights, type Right } from '@trading-platform/domain-types';
import { rightMeanings } from '@trading-platform/domain-types/meanings';
import { GuardedCallError, GuardedHttp } from '@trading-platform/service/outbound';
import { CliError, momentText, print, table } from '@trading-platform/terminal';
import { readOutboundSettings } from '../env.js';
import { withAuthAdministration } from '../open-databases.js';
import { requireMember } from '../require-member.js';

interface Json {
  readonly json?: true;
}

export interface ClientCreateOptions extends Json {
  readonly name: string;
  readonly redirectUri: readonly string[];
  readonly codeFlow?: boolean;
  readonly credentialsFlow?: boolean;
  readonly pkce?: true;
  readonly openid?: true;
  readonly memberWide?: true;
  readonly account?: true;
  readonly passwordSuffices?: true;
  readonly deviceFlow?: true;
  readonly rights?: readonly string[];
  readonly memberCode?: string;
  readonly memberCheck: boolean;
}

/** Creates a client and shows its secret, once. */
export async function createClient(options: ClientCreateOptions): Promise<void> {
  const { codeFlow, credentialsFlow, rights, memberCode } = options;
  if (memberCode !== undefined && options.memberCheck) await requireMember(memberCode);
  const { client, clientSecret } = await withAuthAdministration(({ clients }) =>
    clients.create({
      name: options.name,
      redirectUris: options.redirectUri,
      ...(codeFlow === undefined ? {} : { codeFlow }),
      ...(credentialsFlow === undefined ? {} : { credentialsFlow }),
      ...(rights === undefined ? {} : { rights }),
      ...(memberCode === undefined ? {} : { memberCode }),
      pkceRequired: options.pkce === true,
      openid: options.openid === true,
      memberWide: options.memberWide === true,
      account: options.account === true,
      passwordSuffices: options.passwordSuffices === true,
      deviceFlow: options.deviceFlow === true,
    }),
  );
  const json = {
    ...idAndSecret(client, clientSecret),
    name: client.name,
    redirect_uris: client.redirectUris,
    ...(client.memberCode === undefined ? {} : { member_code: client.memberCode }),
    rights: client.rights,
  };
  const text = [secretText(client, clientSecret), ...serviceAccountText(client)].join('\n');
  print({ json, text }, options.json === true);
}

export async function listClients({ json }: Json): Promise<void> {
  const clients = await withAuthAdministration((administration) => administration.clients.list());
  const head = ['CLIENT_ID', 'STATE', 'MEMBER_CODE', 'RIGHTS', 'CREATED', 'REDIRECT_URIS', 'NAME'];
  const rows = clients.map((client) => [
    client.clientId,
    client.disabledAt === undefined ? 'active' : 'disabled',
    client.memberCode ?? '-',
    client.rights.length === allRights.length ? 'all' : client.rights.join(',') || 'none',
    momentText(client.createdAt),
    client.redirectUris.join(' '),
    client.name,
  ]);
  print({ json: clients.map(toJson), text: rows.length === 0 ? 'No clients.' : table([head, ...rows]) }, json === true);
}

export interface ClientMarkOptions extends Json {
  readonly clientId: string;
  readonly memberWide?: boolean;
  readonly account?: boolean;
  readonly passwordSuffices?: boolean;
  readonly deviceFlow?: boolean;
}

/** Changes the additional permissions of a client. */
export async function markClient({
  clientId,
  memberWide,
  account,
  passwordSuffices,
  deviceFlow,
  json,
}: ClientMarkOptions): Promise<void> {
  const marks = {
    ...(memberWide === undefined ? {} : { memberWide }),
    ...(account === undefined ? {} : { account }),
    ...(passwordSuffices === undefined ? {} : { passwordSuffices }),
    ...(deviceFlow === undefined ? {} : { deviceFlow }),
  };
  const client = await withAuthAdministration(({ clients }) => clients.mark(clientId, marks));
  const text = [
    `Client ${clientId} ${client.memberWide ? 'sees' : 'does not see'} the batches of other clients of its members.`,
    `It ${client.account ? 'may' : 'may not'} show users their grants to clients, and end these grants.`,
    'This applies to its tokens from their next reissue on.',
    client.passwordSuffices
      ? 'It gets tokens for user ID and password of users who have a second factor.'
      : 'It gets no tokens for user ID and password of users who have a second factor.',
    client.deviceFlow
      ? 'Its devices get tokens by a code that they show, where DEVICE_FLOW is on.'
      : 'Its devices get no tokens by a code that they show.',
  ].join('\n');
  print({ json: toJson(client), text }, json === true);
}

export interface ClientKeysOptions extends Json {
  readonly clientId: string;
  readonly jwks?: string;
  readonly jwksUri?: string;
  readonly remove?: true;
  readonly required?: true;
}

/** Sets or removes the public keys of a client that signs, or the address at which the client publishes them. */
export async function clientKeys({ clientId, jwks, jwksUri, remove, ...more }: ClientKeysOptions): Promise<void> {
  if ([jwks, jwksUri, remove].filter((source) => source !== undefined).length !== 1) {
    throw new CliError('input', 'Name one of --jwks, --jwks-uri and --remove');
  }
  if (jwksUri !== undefined) checkKeyAddress(jwksUri);
  const keys = jwks === undefined ? undefined : await readKeys(jwks);
  const required = more.required === true;
  const client = await withAuthAdministration(({ clients }) =>
    jwksUri === undefined
      ? clients.setKeys(clientId, keys, { required })
      : clients.setKeyAddress(clientId, jwksUri, { required }),
  );
  const text = [keysText(client), client.keysRequired ? 'Its secret is refused.' : 'Its secret is accepted.'].join(
    '\n',
  );
  print({ json: toJson(client), text }, more.json === true);
}

function keysText({ clientId, jwks, jwksUri }: Client): string {
  if (jwks !== undefined) return `Client ${clientId} may sign with: ${namesOfClientKeys(jwks).join(', ')}`;
  return jwksUri === undefined
    ? `Client ${clientId} has no keys.`
    : `Client ${clientId} may sign with the keys at ${jwksUri}`;
}

/** @throws CliError `input` for an address that the platform never calls */
function checkKeyAddress(url: string): void {
  const { addresses, allowHttp } = readOutboundSettings();
  try {
    new GuardedHttp({ addresses, allowHttp }).check(url);
  } catch (error) {
    if (!(error instanceof GuardedCallError)) throw error;
    throw new CliError('input', `The address ${url} ${error.message}`, { cause: error });
  }
}

async function readKeys(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    throw new CliError('input', `The file ${file} cannot be read`, { cause });
  }
}

export interface ClientRightsOptions extends Json {
  readonly clientId: string;
  readonly give?: readonly string[];
  readonly withdraw?: readonly string[];
  readonly set?: readonly string[];
  readonly alsoGrants?: true;
}

/** Shows in words what a client may do. If the command asks for a change, the change is made first. */
export async function clientRights(options: ClientRightsOptions): Promise<void> {
  const { clientId, give = [], withdraw = [], set, json } = options;
  const alsoGrants = options.alsoGrants === true;
  const { before, client } = await withAuthAdministration(async ({ clients }) => {
    const found = await clients.get(clientId);
    if (options.give === undefined && options.withdraw === undefined && set === undefined && !alsoGrants) {
      return { before: found, client: found };
    }
    return { before: found, client: await clients.setRights(clientId, set ?? { give, withdraw }, { alsoGrants }) };
  });
  const text = [rightsText(client), ...consequences(before.rights, client, alsoGrants)].join('\n');
  print({ json: { client_id: clientId, rights: client.rights }, text }, json === true);
}

function inWords(rights: readonly Right[]): string {
  return table(rights.map((right) => [`  ${right}`, rightMeanings[right].en]));
}

function rightsText({ clientId, name, rights }: Client): string {
  const others = allRights.filter((right) => !rights.includes(right));
  return [
    rights.length === 0 ? `Client ${clientId} (${name}) may do nothing.` : `Client ${clientId} (${name}) may`,
    ...(rights.length === 0 ? [] : [inWords(rights)]),
    ...(others.length === 0 ? [] : ['It may not', inWords(others)]),
  ].join('\n');
}

function consequences(
  before: readonly Right[],
  { rights: after, codeFlow, credentialsFlow }: Client,
  alsoGrants: boolean,
): string[] {
  const hasGrants = codeFlow || credentialsFlow;
  const isWithdrawn = before.some((right) => !after.includes(right));
  const isAdded = after.some((right) => !before.includes(right));
  const forGrants = 'Present grants do not get the added rights; --also-grants gives them all rights of the client.';
  return [
    ...(isWithdrawn ? ['Its present access tokens are refused within 5 seconds; it can get new ones at once.'] : []),
    ...(isAdded ? ['The added rights apply to tokens from now on.'] : []),
    ...(isAdded && hasGrants && !alsoGrants ? [forGrants] : []),
    ...(alsoGrants ? ['Its present grants have all its rights from their next token on.'] : []),
  ];
}

export interface ClientBindOptions extends Json {
  readonly clientId: string;
  readonly memberCode: string;
  readonly keepFlows?: true;
  readonly memberCheck: boolean;
}

/** Makes a client a service account of a member. */
export async function bindClient({ clientId, memberCode, keepFlows, memberCheck, json }: ClientBindOptions) {
  if (memberCheck) await requireMember(memberCode);
  const client = await withAuthAdministration(({ clients }) =>
    clients.bindToMember(clientId, memberCode, { keepFlows: keepFlows === true }),
  );
  const flows = keepFlows === true ? 'It keeps its other flows.' : 'It gets tokens in no other way.';
  const text = [...serviceAccountText(client), flows, 'Its present access tokens are refused within 5 seconds.'];
  print({ json: toJson(client), text: text.join('\n') }, json === true);
}

function serviceAccountText({ clientId, memberCode }: Client): string[] {
  if (memberCode === undefined) return [];
  return [`Client ${clientId} is a service account of member ${memberCode}: it gets tokens by client_credentials.`];
}

export interface RotateSecretOptions extends Json {
  readonly clientId: string;
  readonly overlapHours?: number;
}

/** Creates a new secret. The old one stays valid for some time, so that the client can switch. */
export async function rotateSecret({ clientId, overlapHours, json }: RotateSecretOptions): Promise<void> {
  const options = overlapHours === undefined ? {} : { overlapSeconds: overlapHours * 3_600 };
  const { client, clientSecret, previousSecretEndsAt } = await withAuthAdministration(({ clients }) =>
    clients.rotateSecret(clientId, options),
  );
  const ends = momentText(previousSecretEndsAt);
  print(
    {
      json: { ...idAndSecret(client, clientSecret), previous_secret_ends_at: ends },
      text: `${secretText(client, clientSecret)}\nThe previous secret is valid until ${ends}.`,
    },
    json === true,
  );
}

export interface ClientOptions extends Json {
  readonly clientId: string;
}

export async function disableClient({ clientId, json }: ClientOptions): Promise<void> {
  const client = await withAuthAdministration(({ clients }) => clients.disable(clientId));
  print(
    { json: toJson(client), text: `Client ${clientId} gets no tokens any more; its tokens are revoked.` },
    json === true,
  );
}

export async function enableClient({ clientId, json }: ClientOptions): Promise<void> {
  const client = await withAuthAdministration(({ clients }) => clients.enable(clientId));
  print({ json: toJson(client), text: `Client ${clientId} can get tokens again.` }, json === true);
}

export async function deleteClient({ clientId, json }: ClientOptions): Promise<void> {
  await withAuthAdministration(({ clients }) => clients.delete(clientId));
  print(
    { json: { client_id: clientId, deleted: true }, text: `Client ${clientId} is deleted, with all its grants.` },
    json === true,
  );
}

function idAndSecret({ clientId }: Client, clientSecret: string) {
  return { client_id: clientId, client_secret: clientSecret };
}

function secretText({ clientId }: Client, clientSecret: string): string {
  const rows = [
    ['client_id', clientId],
    ['client_secret', clientSecret],
  ];
  return `${table(rows)}\nThe secret is shown only now: keep it in a safe place.`;
}

function toJson(client: Client) {
  return {
    client_id: client.clientId,
    name: client.name,
    redirect_uris: client.redirectUris,
    code_flow: client.codeFlow,
    credentials_flow: client.credentialsFlow,
    pkce_required: client.pkceRequired,
    openid: client.openid,
    member_wide: client.memberWide,
    account: client.account,
    password_suffices: client.passwordSuffices,
    device_flow: client.deviceFlow,
    rights: client.rights,
    member_code: client.memberCode ?? null,
    keys: client.jwks === undefined ? [] : namesOfClientKeys(client.jwks),
    jwks_uri: client.jwksUri ?? null,
    keys_required: client.keysRequired,
    disabled: client.disabledAt !== undefined,
    created_at: momentText(client.createdAt),
    updated_at: momentText(client.updatedAt),
  };
}

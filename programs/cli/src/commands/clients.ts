import type { Client } from '@trading-platform/auth-core';
import { momentText, print, table } from '@trading-platform/terminal';
import { withAuthAdministration } from '../open-databases.js';

interface Json {
  readonly json?: true;
}

export interface ClientCreateOptions extends Json {
  readonly name: string;
  readonly redirectUri: readonly string[];
  readonly codeFlow: boolean;
  readonly credentialsFlow: boolean;
  readonly pkce?: true;
  readonly openid?: true;
  readonly memberWide?: true;
  readonly account?: true;
}

/** Creates a client and shows its secret, once. */
export async function createClient(options: ClientCreateOptions): Promise<void> {
  const { client, clientSecret } = await withAuthAdministration(({ clients }) =>
    clients.create({
      name: options.name,
      redirectUris: options.redirectUri,
      codeFlow: options.codeFlow,
      credentialsFlow: options.credentialsFlow,
      pkceRequired: options.pkce === true,
      openid: options.openid === true,
      memberWide: options.memberWide === true,
      account: options.account === true,
    }),
  );
  const json = { ...idAndSecret(client, clientSecret), name: client.name, redirect_uris: client.redirectUris };
  print({ json, text: secretText(client, clientSecret) }, options.json === true);
}

export async function listClients({ json }: Json): Promise<void> {
  const clients = await withAuthAdministration((administration) => administration.clients.list());
  const head = ['CLIENT_ID', 'STATE', 'CREATED', 'REDIRECT_URIS', 'NAME'];
  const rows = clients.map((client) => [
    client.clientId,
    client.disabledAt === undefined ? 'active' : 'disabled',
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
}

/** Changes the additional permissions of a client. */
export async function markClient({ clientId, memberWide, account, json }: ClientMarkOptions): Promise<void> {
  const marks = {
    ...(memberWide === undefined ? {} : { memberWide }),
    ...(account === undefined ? {} : { account }),
  };
  const client = await withAuthAdministration(({ clients }) => clients.mark(clientId, marks));
  const text = [
    `Client ${clientId} ${client.memberWide ? 'sees' : 'does not see'} the batches of other clients of its members.`,
    `It ${client.account ? 'may' : 'may not'} show users what they have allowed clients, and end it.`,
    'This applies to its tokens from their next reissue on.',
  ].join('\n');
  print({ json: toJson(client), text }, json === true);
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
    disabled: client.disabledAt !== undefined,
    created_at: momentText(client.createdAt),
    updated_at: momentText(client.updatedAt),
  };
}

import type { Database } from '@trading-platform/database';
import { TOTP } from 'otpauth';
import {
  type AuthServer,
  type AuthSettings,
  type Clock,
  checkAuthorizationRequest,
  defaultAuthSettings,
  enrolAuthenticator,
  type FetchKeySet,
  type GrantTokens,
  grantAuthorization,
  issueOrReissue as issueWhatever,
  type Parameters,
  type PasswordHasher,
  proposeAuthenticator,
  type SignedInUser,
  type TokenRequest,
} from '../src/index.js';
import { FastPasswordHasher, SettableClock } from '../src/testing/index.js';
import { openAuthAdministration, openAuthServer } from '../src/typeorm/index.js';

export const secretKey = 'a secret key that only tests use, of enough length';
const issuer = 'https://auth.example';

export const callback = 'https://client.example/callback';
export const password = 'correct horse battery';

/** Makes an authentication server with one client and one user, and with a clock that tests control. */
export async function makeWorld(
  database: Database,
  settings: Partial<AuthSettings> = {},
  hasher: PasswordHasher = new FastPasswordHasher(),
  more: { readonly fetchKeySet?: FetchKeySet } = {},
) {
  const clock = new SettableClock();
  const options = { secretKey, clock, hasher };
  const administration = openAuthAdministration(database, options);
  const serverOptions = { ...options, ...more, settings: { ...defaultAuthSettings, issuer, ...settings } };
  const server = openAuthServer(database, serverOptions);
  await server.keys.ensureKeys({ address: 'local' });
  const { client, clientSecret } = await administration.clients.create({ name: 'Shop', redirectUris: [callback] });
  const userId = `hanako-${++users}`;
  const user = await administration.users.create({ userId, memberCode: '10000001', password });
  return {
    administration,
    server,
    clock,
    client,
    clientSecret,
    user,
    clientFields: clientFields(client, clientSecret),
    /** Makes a second process on the same data. Both processes use the same clock, unless another clock is given. */
    onSameSettings: (other: Database, otherClock: Clock = clock) =>
      openAuthServer(other, { ...serverOptions, clock: otherClock }),
  };
}

/** Makes a server in which some of the objects are replaced. */
export function withParts(server: AuthServer, parts: Partial<AuthServer>): AuthServer {
  return Object.assign({}, server, parts);
}

/** Several test worlds can share a database, because each world has its own user and client. */
let users = 0;

export type World = Awaited<ReturnType<typeof makeWorld>>;

function clientFields(client: { readonly clientId: string }, clientSecret: string) {
  return { client_id: client.clientId, client_secret: clientSecret };
}

/** Sets up an authenticator app for the user of the world. Returns the function that computes the code of the app at the clock's time. */
export async function enrolled(server: AuthServer, subject: string) {
  const user = await server.users.findBySubject(subject);
  if (user === undefined) throw new Error(`No user ${subject}`);
  const proposed = proposeAuthenticator(server, user);
  const codeAt = codesOf(proposed.secretText);
  const result = await enrolAuthenticator(
    server,
    user,
    { sealedSecret: proposed.sealedSecret, code: codeAt(server.clock.now()) },
    { address: '192.0.2.1' },
  );
  if (result.outcome !== 'enrolled') throw new Error(result.outcome);
  return { ...result, codeAt, code: () => codeAt(server.clock.now()) };
}

/** Computes the codes that an authenticator app with this secret shows. */
export function codesOf(secret: string): (now: number) => string {
  const app = new TOTP({ secret });
  return (timestamp) => app.generate({ timestamp });
}

/** Issues or reissues the tokens of a grant, which always include a refresh token. */
export function issueOrReissue(server: AuthServer, request: TokenRequest): Promise<GrantTokens> {
  return issueWhatever(server, request) as Promise<GrantTokens>;
}

/** Makes a request to an endpoint for clients. */
export function aRequest(
  body: Readonly<Record<string, string>>,
  rest: { readonly query?: Record<string, string>; readonly authorization?: string; readonly address?: string } = {},
) {
  return {
    query: toParameters(rest.query ?? {}),
    body: toParameters(body),
    authorization: rest.authorization,
    origin: { address: rest.address ?? '192.0.2.1', requestId: 'test' },
  };
}

function toParameters(fields: Readonly<Record<string, string>>): Parameters {
  return new Map(Object.entries(fields));
}

/**
 * Gets a code for the client, as if the user had signed in and allowed the client.
 *
 * @param more parameters of the authorization request in addition to the usual ones
 */
export async function authorize(
  server: AuthServer,
  { clientId }: { readonly clientId: string },
  signedIn: SignedInUser,
  more: Readonly<Record<string, string>> = {},
): Promise<string> {
  const query = new URLSearchParams({
    realm: '/api',
    client_id: clientId,
    redirect_uri: callback,
    response_type: 'code',
    scope: server.settings.scope,
    access_type: 'offline',
    ...more,
  });
  const check = await checkAuthorizationRequest(server, query.toString());
  if (check.outcome !== 'accepted') throw new Error(JSON.stringify(check));
  const location = await grantAuthorization(server, check.request, signedIn, { address: '192.0.2.1' });
  return new URL(location).searchParams.get('code') ?? '';
}

/** Returns the error with which a promise rejects: its code and all other data that the caller gets. */
export async function refusal(promise: Promise<unknown>) {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  const { code, message, retryAfterSeconds } = (error ?? {}) as {
    code?: string;
    message?: string;
    retryAfterSeconds?: number;
  };
  return { code, message, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) };
}

/** Returns all events of the audit log that name the user or client of this world, with the oldest event first. */
export async function auditedEvents({ server, client, user }: World): Promise<string[]> {
  const records = await server.audit.list({ limit: 10_000 });
  const own = records.filter(({ clientId, userId }) => clientId === client.clientId || userId === user.userId);
  return own.map(({ event }) => event).toReversed();
}

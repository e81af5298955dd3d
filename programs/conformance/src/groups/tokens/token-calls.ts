import { setTimeout as sleep } from 'node:timers/promises';
import type { CallOfRight } from '../../contract/rights.js';
import type { Answer } from '../../probe/answer.js';
import type { Probe } from '../../probe/probe.js';
import { type Changes, codeForm, idpPath, newCode, reissueForm, sentOf, tokenPath } from '../../probe/sign-in.js';
import { credentialsForm } from '../../probe/tokens.js';

const knownWithinMs = 5_000;
const askAgainMs = 250;

export const credentialsPath = '/api/credentials/access_token';

/** The fields of a token record, in the order of the contract. The last two are optional. Spec 2.1. */
export const tokenFields = ['scope', 'exires_in', 'token_type', 'access_token', 'refresh_token'] as const;
export const furtherTokenFields = ['expires_in', 'id_token'] as const;

/** A pair of tokens, exactly as the server sent them. */
export interface Pair {
  readonly answer: Answer;
  readonly access: string;
  readonly refresh: string;
}

type Headers = Readonly<Record<string, string>>;

/** Returns a valid token request with the credentials of a user, with the given changes. Spec 4.3. */
export function byCredentials(probe: Probe, changes: Changes = {}, headers: Headers = {}): Promise<Answer> {
  return probe.form(credentialsPath, sentOf({ ...credentialsForm(probe.account()), ...changes }), headers);
}

/** Returns a valid code exchange, with the given changes. Spec 4.2. */
export function byCode(probe: Probe, code: string, changes: Changes = {}, headers: Headers = {}): Promise<Answer> {
  return probe.form(tokenPath(probe), codeForm(probe, code, changes), headers);
}

/** Returns a valid reissue, with the given changes. Spec 4.4. */
export function reissue(
  probe: Probe,
  refreshToken: string,
  changes: Changes = {},
  headers: Headers = {},
): Promise<Answer> {
  return probe.form(tokenPath(probe), reissueForm(probe, refreshToken, changes), headers);
}

/** Calls the revocation or introspection endpoint about a token. RFC 7009, RFC 7662. */
export function about(
  probe: Probe,
  endpoint: 'revoke' | 'introspect',
  token: string,
  changes: Changes = {},
): Promise<Answer> {
  const { clientId, clientSecret } = probe.account();
  return probe.form(
    idpPath(probe, endpoint),
    sentOf({ token, client_id: clientId, client_secret: clientSecret, ...changes }),
  );
}

/** Returns the tokens in an answer. */
export function pairOf(answer: Answer): Pair {
  answer.expectStatus(200);
  return { answer, access: answer.string('access_token'), refresh: answer.string('refresh_token') };
}

/** Makes a new grant with the credentials flow, for one check only. */
export async function newPair(probe: Probe): Promise<Pair> {
  return pairOf(await byCredentials(probe));
}

/** Makes a new grant with the code flow, for one check only. */
export async function newPairByCode(probe: Probe): Promise<Pair> {
  return pairOf(await byCode(probe, await newCode(probe)));
}

/** Makes one call of the credentials flow. Several checks share its answer. */
export function knownRecord(probe: Probe): Promise<Answer> {
  return probe.once('token record', async () => (await byCredentials(probe)).expectStatus(200));
}

/** Makes one refused call of the credentials flow. Several checks share its answer. */
export function knownRefusal(probe: Probe): Promise<Answer> {
  return probe.once('token refusal', () => byCredentials(probe, { response_type: 'pdf' }));
}

/** The HTTP Basic header with the credentials of the client. RFC 6749 §2.3.1. */
export function basic(clientId: string, clientSecret: string): Record<string, string> {
  const text = [clientId, clientSecret].map(encodeURIComponent).join(':');
  return { Authorization: `Basic ${Buffer.from(text).toString('base64')}` };
}

export const withoutClient: Changes = { client_id: undefined, client_secret: undefined };

/** Whether introspection says that a token is active. */
export async function isActive(probe: Probe, token: string): Promise<boolean> {
  return (await about(probe, 'introspect', token)).expectStatus(200).body['active'] === true;
}

const usualCall: CallOfRight = { method: 'POST', path: '/deliveryplace/list' };

/** Calls the data API with exactly this token. */
export function callWith(probe: Probe, token: string, { method, path } = usualCall): Promise<Answer> {
  const body = method === 'GET' ? undefined : {};
  return probe.call(path, body, { method, headers: { Authorization: `Bearer ${token}` } });
}

/** Reads the metadata. Several checks share the answer. */
export function metadata(probe: Probe): Promise<Answer> {
  return probe.once('metadata', async () =>
    (await probe.auth('/.well-known/oauth-authorization-server')).expectStatus(200),
  );
}

/**
 * Repeats a call until its answer refuses the token, and returns this answer. If no answer refuses the token within the
 * time that the contract allows, returns the last answer.
 */
export async function refusedAnswer(probe: Probe, token: string, call: CallOfRight = usualCall): Promise<Answer> {
  const end = Date.now() + knownWithinMs * (probe.target.patience ?? 1);
  for (;;) {
    const isLast = Date.now() >= end;
    const answer = await callWith(probe, token, call);
    if (answer.status === 401 || answer.status === 403 || isLast) return answer;
    await sleep(askAgainMs);
  }
}

import { randomUUID } from 'node:crypto';
import type { Answer } from '../../probe/answer.js';
import type { Probe } from '../../probe/probe.js';
import { type Changes, sentOf } from '../../probe/sign-in.js';
import { credentialsForm } from '../../probe/tokens.js';
import type { Requirement } from '../../requirement/requirement.js';
import { basic, byCredentials, credentialsPath, knownRefusal, withoutClient } from './token-calls.js';

const source = 'open-points: errors-of-the-token-endpoints';

const refused: readonly (readonly [id: string, says: string, changes: Changes, error: string])[] = [
  ['TOK-020', 'A missing user_id is refused with invalid_request.', { user_id: undefined }, 'invalid_request'],
  [
    'TOK-021',
    'A missing user_password is refused with invalid_request.',
    { user_password: undefined },
    'invalid_request',
  ],
  [
    'TOK-022',
    'Missing client credentials are refused with invalid_client and HTTP 400.',
    withoutClient,
    'invalid_client',
  ],
  [
    'TOK-023',
    'A missing client_secret is refused with invalid_client and HTTP 400.',
    { client_secret: undefined },
    'invalid_client',
  ],
  [
    'TOK-024',
    'An unknown client_id is refused with invalid_client and HTTP 400.',
    { client_id: 'nobody-knows-this-client' },
    'invalid_client',
  ],
  ['TOK-025', 'A realm other than /api is refused with invalid_request.', { realm: '/other' }, 'invalid_request'],
  [
    'TOK-026',
    'A response_type other than json and xml is refused with invalid_request.',
    { response_type: 'pdf' },
    'invalid_request',
  ],
];

const wrong = 'not the password of anybody';

/** Requirements about the refusals of the token endpoints. */
export const refusals: readonly Requirement[] = [
  ...refused.map(([id, says, changes, error]) => ({
    id,
    source,
    says,
    check: async (probe: Probe) => (await byCredentials(probe, changes)).expectOauthError(400, error),
  })),
  {
    id: 'TOK-030',
    source,
    says: 'A wrong password is refused with invalid_grant and HTTP 400.',
    check: async (probe) => (await wrongPassword(probe)).expectOauthError(400, 'invalid_grant'),
  },
  {
    id: 'TOK-031',
    source: 'open-points: passwords-secrets-and-guessing',
    says: 'An unknown user gets exactly the same answer as a wrong password.',
    check: async (probe) => {
      const known = await wrongPassword(probe);
      const unknown = await probe.once('unknown user', () =>
        byCredentials(probe, { user_id: `nobody-${randomUUID()}`, user_password: wrong }),
      );
      unknown.expectEqual(
        [unknown.status, unknown.text],
        [known.status, known.text],
        'status and body for an unknown user',
      );
    },
  },
  {
    id: 'TOK-032',
    source,
    says: 'A wrong client_secret in the body is refused with invalid_client and HTTP 400.',
    check: async (probe) => (await wrongSecret(probe)).expectOauthError(400, 'invalid_client'),
  },
  {
    id: 'TOK-033',
    source,
    says: 'A refusal is JSON with error and error_description, both texts.',
    check: async (probe) => {
      const answer = (await knownRefusal(probe)).expectStatus(400).expectHeader('content-type', /^application\/json/i);
      answer.expect(answer.string('error') !== '' && answer.string('error_description') !== '', 'one of them is empty');
    },
  },
  {
    id: 'TOK-034',
    source,
    says: 'A body that is not a form is refused with invalid_request and HTTP 400.',
    check: async (probe) => {
      const body = JSON.stringify(credentialsForm(probe.account()));
      const answer = await probe.auth(credentialsPath, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body,
      });
      answer.expectOauthError(400, 'invalid_request');
    },
  },
  {
    id: 'TOK-035',
    source,
    says: 'A form of more than 16 kB is refused with invalid_request and HTTP 400.',
    check: async (probe) =>
      (await byCredentials(probe, { padding: 'a'.repeat(17_000) })).expectOauthError(400, 'invalid_request'),
  },
  {
    id: 'TOK-036',
    source,
    says: 'A form whose character set is not UTF-8 is refused with invalid_request and HTTP 400.',
    check: async (probe) => {
      const type = 'application/x-www-form-urlencoded; charset=Shift_JIS';
      (await byCredentials(probe, {}, { 'Content-Type': type })).expectOauthError(400, 'invalid_request');
    },
  },
  {
    id: 'TOK-037',
    source,
    says: 'A form with bytes that are not UTF-8 is refused with invalid_request and HTTP 400.',
    check: async (probe) => {
      const form = new URLSearchParams(sentOf({ ...credentialsForm(probe.account()), user_id: undefined })).toString();
      const answer = await probe.auth(credentialsPath, {
        method: 'POST',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: `${form}&user_id=%83%6E%83%69`,
      });
      answer.expectOauthError(400, 'invalid_request');
    },
  },
  {
    id: 'TOK-038',
    source,
    says: 'A method other than POST is refused with HTTP 405, and Allow names POST.',
    check: async (probe) => {
      const answer = (await probe.auth(credentialsPath)).expectStatus(405);
      answer.expectHeader('allow', /\bPOST\b/);
    },
  },
  {
    id: 'TOK-040',
    source: '4.2',
    says: 'The client may send its id and secret by HTTP Basic instead of in the body.',
    check: async (probe) => {
      const { clientId, clientSecret } = probe.account();
      (await byCredentials(probe, withoutClient, basic(clientId, clientSecret))).expectStatus(200);
    },
  },
  {
    id: 'TOK-041',
    source: '4.2',
    says: 'If a secret is sent both by HTTP Basic and in the body, the request is refused with invalid_request and HTTP 400.',
    check: async (probe) => {
      const { clientId, clientSecret } = probe.account();
      (await byCredentials(probe, {}, basic(clientId, clientSecret))).expectOauthError(400, 'invalid_request');
    },
  },
  {
    id: 'TOK-042',
    source,
    says: 'A client that is refused after HTTP Basic gets HTTP 401, and WWW-Authenticate names Basic.',
    check: async (probe) => {
      const answer = await byCredentials(probe, withoutClient, basic('nobody-knows-this-client', 'x'));
      answer.expectOauthError(401, 'invalid_client').expectHeader('www-authenticate', /^Basic\b/i);
    },
  },
  {
    id: 'TOK-043',
    source: 'open-points: errors-of-the-token-endpoints',
    says: 'A password in the query of the address is ignored.',
    check: async (probe) => {
      const { password, ...account } = probe.account();
      const form = sentOf({ ...credentialsForm({ ...account, password }), user_password: undefined });
      const query = new URLSearchParams({ user_password: password }).toString();
      const answer = await probe.form(`${credentialsPath}?${query}`, form);
      answer.expect(
        answer.status >= 400 && !answer.text.includes('access_token'),
        `HTTP ${answer.status}: a token was issued for it`,
      );
    },
  },
];

/**
 * Sends wrong passwords and then the right password, only once in a run. The server counts wrong passwords until the
 * right one resets the count.
 */
function wrongPassword(probe: Probe): Promise<Answer> {
  return probe.once('wrong password', async () => {
    const answer = await byCredentials(probe, { user_password: wrong });
    await byCredentials(probe);
    return answer;
  });
}

function wrongSecret(probe: Probe): Promise<Answer> {
  return probe.once('wrong secret', () => byCredentials(probe, { client_secret: wrong }));
}

import type { Answer } from '../../probe/answer.js';
import type { Probe } from '../../probe/probe.js';
import { idpPath, openPage } from '../../probe/sign-in.js';
import type { Requirement } from '../../requirement/requirement.js';

const source = 'open-points: cross-origin-calls';
const origin = { Origin: 'https://shop.example' };
const path = '/deliveryplace/list';
const requestHeaders = [
  'authorization',
  'content-type',
  'accept',
  'idempotency-key',
  'if-none-match',
  'prefer',
  'x-request-id',
  'last-event-id',
  'traceparent',
  'tracestate',
];
const answerHeaders = [
  'age',
  'preference-applied',
  'x-change-cursor',
  'x-request-id',
  'etag',
  'retry-after',
  'ratelimit-limit',
  'ratelimit-remaining',
  'ratelimit-reset',
  'www-authenticate',
  'x-range-crc32',
  'x-ignored-fields',
];

/** Requirements about calls from web pages of other sites. */
export const crossOriginRequirements: readonly Requirement[] = [
  {
    id: 'SEC-030',
    source,
    says: 'All origins may read a normal answer of the data API.',
    check: async (probe) => open((await probe.call(path, {}, { headers: origin })).expectStatus(200)),
  },
  {
    id: 'SEC-031',
    source,
    says: 'All origins may read a refusal.',
    check: async (probe) => open((await probe.call(path, { limit: '0' }, { headers: origin })).expectStatus(400)),
  },
  {
    id: 'SEC-032',
    source,
    says: 'All origins may read the answer to a missing token, to an unknown path and to an unreadable body.',
    check: async (probe) => {
      open((await probe.call(path, {}, { headers: { ...origin, Authorization: '' } })).expectStatus(401));
      open((await probe.call('/nowhere', {}, { headers: origin })).expectStatus(404));
      open((await probe.call(path, '{', { headers: origin })).expectStatus(400));
    },
  },
  {
    id: 'SEC-033',
    source,
    says: 'No answer allows cookies of other origins.',
    check: async (probe) => {
      for (const answer of [await probe.call(path, {}, { headers: origin }), await preflight(probe, path)]) {
        answer.expectNoHeader('access-control-allow-credentials');
      }
    },
  },
  {
    id: 'SEC-034',
    source,
    says: 'A preflight is answered without a token, with GET, POST and DELETE.',
    check: async (probe) => {
      const answer = (await preflight(probe, path)).expectStatus(200, 204);
      open(answer);
      expectAll(answer, 'access-control-allow-methods', ['get', 'post', 'delete']);
    },
  },
  {
    id: 'SEC-035',
    source,
    says: 'A preflight allows the request headers of the contract.',
    check: async (probe) => expectAll(await preflight(probe, path), 'access-control-allow-headers', requestHeaders),
  },
  {
    id: 'SEC-036',
    source,
    says: 'A preflight is answered for any path.',
    check: async (probe) => open((await preflight(probe, '/nowhere')).expectStatus(200, 204)),
  },
  {
    id: 'SEC-037',
    source,
    says: 'Other origins may read the answer headers of the contract.',
    check: async (probe) => {
      const answer = await probe.call(path, {}, { headers: origin });
      expectAll(answer, 'access-control-expose-headers', answerHeaders);
    },
  },
  {
    id: 'SEC-038',
    source,
    says: 'All origins may call the token endpoints, metadata and keys.',
    check: async (probe) => {
      open(await probe.form('/api/credentials/access_token', {}, origin));
      open(await probe.form(idpPath(probe, 'access_token'), {}, origin));
      open(await probe.auth('/.well-known/oauth-authorization-server', { headers: origin }));
      open(await probe.auth(idpPath(probe, 'jwks'), { headers: origin }));
    },
  },
  {
    id: 'SEC-039',
    source,
    says: 'All origins may call revocation.',
    check: async (probe) => open(await probe.form(idpPath(probe, 'revoke'), {}, origin)),
  },
  {
    id: 'SEC-040',
    source,
    says: 'Introspection is never open to other origins.',
    check: async (probe) => {
      (await probe.form(idpPath(probe, 'introspect'), {}, origin)).expectNoHeader('access-control-allow-origin');
    },
  },
  {
    id: 'SEC-041',
    source,
    says: 'The list of revocations is never open to other origins.',
    check: async (probe) => {
      (await probe.auth(idpPath(probe, 'revocations'), { headers: origin })).expectNoHeader(
        'access-control-allow-origin',
      );
    },
  },
  {
    id: 'SEC-042',
    source,
    says: 'Introspection is not open to other origins under another spelling of its path.',
    check: async (probe) => {
      const answer = await probe.form(idpPath(probe, 'introspect').replace('introspect', '%69ntrospect'), {}, origin);
      answer.expectNoHeader('access-control-allow-origin');
    },
  },
  {
    id: 'SEC-043',
    source: 'open-points: errors-of-the-authorization-page',
    says: 'A form that another site sends to the authorization page signs nobody in.',
    needs: ['redirect uri'],
    check: async (probe) => {
      const page = await openPage(probe);
      const { userId, password } = probe.account();
      const answer = await probe.send({
        method: 'POST',
        url: page.action,
        headers: {
          'Content-Type': 'application/x-www-form-urlencoded',
          Cookie: page.cookies,
          Origin: 'https://attacker.example',
          'Sec-Fetch-Site': 'cross-site',
        },
        body: new URLSearchParams({
          ...page.hidden,
          [page.userField]: userId,
          [page.passwordField]: password,
          ...page.signIn,
        }).toString(),
      });
      answer.expectNoHeader('location').expect(answer.status >= 400, `HTTP ${answer.status} is not a refusal`);
    },
  },
];

function preflight(probe: Probe, to: string): Promise<Answer> {
  return probe.send({
    method: 'OPTIONS',
    url: `${probe.target.apiUrl}${to}`,
    headers: { ...origin, 'Access-Control-Request-Method': 'POST', 'Access-Control-Request-Headers': 'authorization' },
  });
}

function open(answer: Answer): void {
  answer.expectHeader('access-control-allow-origin', '*');
}

function expectAll(answer: Answer, name: string, wanted: readonly string[]): void {
  const told = (answer.header(name) ?? '')
    .toLowerCase()
    .split(',')
    .map((value) => value.trim());
  answer.expectEqual(
    wanted.filter((value) => !told.includes(value)),
    [],
    `what ${name} lacks`,
  );
}

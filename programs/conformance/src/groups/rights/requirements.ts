import { type CallOfRight, callsOfRights, rightNames, type ServedRight, servedRights } from '../../contract/rights.js';
import type { Caller } from '../../probe/account.js';
import type { Answer } from '../../probe/answer.js';
import { rightsOf } from '../../probe/claims.js';
import type { Probe } from '../../probe/probe.js';
import { idpPath } from '../../probe/sign-in.js';
import { credentialsForm } from '../../probe/tokens.js';
import type { Requirement } from '../../requirement/requirement.js';

const source = 'open-points: rights-of-a-client';
const firstOfRefusals = 10;

/** Requirements about the rights of clients. */
export const rightsRequirements: readonly Requirement[] = [
  {
    id: 'RGT-001',
    source,
    says: 'An access token names each right of its client once in entitlements, with known names and in the order of these names.',
    check: async (probe) => {
      const answer = await newRecord(probe);
      const rights = rightsOf(answer.string('access_token'));
      answer.expectEqual(rights, ofKnownNames(rights), 'entitlements of the token');
      answer.expect(rights.length > 0, 'the token names no rights');
    },
  },
  {
    id: 'RGT-002',
    source,
    says: 'Introspection of an access token names the same rights.',
    check: async (probe) => {
      const token = (await newRecord(probe)).string('access_token');
      const { clientId, clientSecret } = probe.account();
      const form = { token, client_id: clientId, client_secret: clientSecret };
      const answer = (await probe.form(idpPath(probe, 'introspect'), form)).expectStatus(200);
      answer.expectEqual(answer.body['entitlements'], rightsOf(token), 'entitlements');
    },
  },
  {
    id: 'RGT-003',
    source,
    says: 'A client may make the calls of the rights that it has.',
    check: async (probe) => {
      for (const { by, rights } of await callers(probe)) {
        for (const right of servedRights.filter((name) => rights.includes(name))) {
          const answer = await made(probe, callsOfRights[right][0], by);
          answer.expect(answer.status !== 403, `HTTP 403 although the token names the right ${right}`);
        }
      }
    },
  },
  {
    id: 'RGT-004',
    source,
    says: 'If a call is refused because a right is missing, the refusal names the right.',
    check: async (probe) => {
      const { by, right } = await callerWithout(probe, servedRights);
      const answer = (await made(probe, callsOfRights[right][0], by)).expectStatus(403);
      const detail = String(answer.list('error_list')[0]?.['error_detail']);
      answer.expect(detail.includes(right), `error_detail does not name ${right}: ${detail}`);
    },
  },
  {
    id: 'RGT-005',
    source: 'open-points: order-of-checks',
    says: 'The right is checked before the body: with a body that is not JSON or a wrong media type, the refusal is the same.',
    check: async (probe) => {
      const withBody = servedRights.filter((name) => name !== 'batch' && name !== 'event');
      const { by, right } = await callerWithout(probe, withBody);
      const [{ path }] = callsOfRights[right];
      const headers = { 'Content-Type': 'text/plain' };
      (await probe.call(path, '{"', { by, headers })).expectRefusal(403, ['', 'E100001']);
    },
  },
  ...servedRights.map(
    (right, index): Requirement => ({
      id: `RGT-0${firstOfRefusals + index}`,
      source,
      says: `Every call that needs the right ${right} is refused without it: HTTP 403 and E100001.`,
      check: async (probe) => {
        const { by } = await callerWithout(probe, [right]);
        for (const call of callsOfRights[right]) (await made(probe, call, by)).expectRefusal(403, ['', 'E100001']);
      },
    }),
  ),
];

/** A caller, and the rights that its token names. */
interface KnownCaller {
  readonly by: Caller;
  readonly rights: readonly unknown[];
}

function newRecord(probe: Probe): Promise<Answer> {
  return probe.once('record with rights', async () => {
    const answer = await probe.form('/api/credentials/access_token', credentialsForm(probe.account()));
    return answer.expectStatus(200);
  });
}

const ofKnownNames = (rights: readonly unknown[]) => rightNames.filter((name) => rights.includes(name));

function callers(probe: Probe): Promise<readonly KnownCaller[]> {
  const known = probe.callersWithoutRights();
  if (known.length === 0) probe.cannotJudge('no client without a right is known (limited_client, service_account)');
  return Promise.all(known.map(async (by) => ({ by, rights: rightsOf(await probe.tokenOf(by)) })));
}

/** Returns a known caller that lacks one of these rights, and this right. */
async function callerWithout<Name extends ServedRight>(
  probe: Probe,
  names: readonly Name[],
): Promise<{ readonly by: Caller; readonly right: Name }> {
  for (const { by, rights } of await callers(probe)) {
    const right = names.find((name) => !rights.includes(name));
    if (right !== undefined) return { by, right };
  }
  const which = names.length === 1 ? `the right ${names[0]}` : 'a right';
  return probe.cannotJudge(`no known client lacks ${which} (limited_client, service_account)`);
}

function made(probe: Probe, { method, path }: CallOfRight, by: Caller): Promise<Answer> {
  return probe.call(path, method === 'POST' ? {} : undefined, { by, method });
}

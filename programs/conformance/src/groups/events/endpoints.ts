import { expectShape } from '../../checks/records.js';
import { attemptFields, endpointFields } from '../../contract/event-fields.js';
import { answerShape, type ObjectShape } from '../../contract/object-shape.js';
import { unknownMember } from '../../market/members.js';
import type { Answer, Fields } from '../../probe/answer.js';
import { claimsOf } from '../../probe/claims.js';
import type { CallOptions, Probe } from '../../probe/probe.js';
import type { Requirement } from '../../requirement/requirement.js';

const source = '10';
const openPoint = 'open-points: event-endpoints';
/** A host name that does not exist. Endpoints with this address are never called, because they are not tested. */
const unusedUrl = 'https://conformance.example/hook';
const mostEndpoints = 20;
const tooLong = 'x'.repeat(2_001);
const dayTime = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;

/** The path of the endpoints. */
export const endpoints = '/event-endpoints';
const shownFields = endpointFields.filter((field) => field !== 'secret');

export const endpointShape: ObjectShape = {
  title: 'An endpoint',
  place: 'endpoint',
  fields: endpointFields,
  names: 'EVT-020',
  texts: 'EVT-020',
};
export const madeShape: ObjectShape = {
  ...answerShape('EVT-020', 'endpoint'),
  title: 'The answer about an endpoint',
};
export const listedShape: ObjectShape = {
  title: 'A listed endpoint',
  place: 'endpoint_list',
  fields: shownFields,
  names: 'EVT-021',
};
export const attemptShape: ObjectShape = {
  title: 'An attempt',
  place: 'attempt_list',
  fields: attemptFields,
  names: 'EVT-033',
  texts: 'EVT-033',
};

/** An endpoint that a check has made. */
export interface MadeEndpoint {
  readonly answer: Answer;
  readonly endpoint: Fields;
  /** The path of its calls. */
  readonly path: string;
}

/** Makes an endpoint, and removes it after the work. */
export async function withEndpoint<T>(
  probe: Probe,
  terms: object,
  work: (made: MadeEndpoint) => Promise<T>,
): Promise<T> {
  const description = `conformance ${crypto.randomUUID()}`;
  const answer = await probe.call(endpoints, { description, ...terms });
  const endpoint = (answer.expectNormal().body['endpoint'] ?? {}) as Fields;
  const id = endpoint['endpoint_id'] ?? (await idOf(probe, description));
  try {
    return await work({ answer, endpoint, path: `${endpoints}/${String(id)}` });
  } finally {
    await remove(probe, id);
  }
}

/** Finds an endpoint if the answer that made it has no id. */
async function idOf(probe: Probe, description: string): Promise<unknown> {
  const { list } = await listed(probe);
  return list.find((endpoint) => endpoint['description'] === description)?.['endpoint_id'];
}

function remove(probe: Probe, id: unknown): Promise<Answer> {
  return probe.call(`${endpoints}/${String(id)}`, undefined, { method: 'DELETE' });
}

async function listed(probe: Probe, options: CallOptions = {}): Promise<{ answer: Answer; list: readonly Fields[] }> {
  const answer = (await probe.get(endpoints, options)).expectNormal();
  return { answer, list: answer.list('endpoint_list') };
}

/** The endpoint in a normal answer. */
export function endpointIn(answer: Answer): Fields {
  const { endpoint } = answer.expectNormal().body;
  return typeof endpoint === 'object' && endpoint !== null ? (endpoint as Fields) : answer.fail('there is no endpoint');
}

/** All calls about one endpoint. */
const callsAbout: readonly (readonly [rest: string, body: object | undefined, method: string])[] = [
  ['', { description: 'x' }, 'POST'],
  ['/rotate', {}, 'POST'],
  ['/test', {}, 'POST'],
  ['/replay', { after: '0' }, 'POST'],
  ['/attempts', undefined, 'GET'],
  ['', undefined, 'DELETE'],
];

async function expectUnknown(probe: Probe, path: string, options: CallOptions = {}): Promise<void> {
  for (const [rest, body, method] of callsAbout) {
    (await probe.call(`${path}${rest}`, body, { ...options, method })).expectRefusal(404, ['', 'E700004']);
  }
}

/** Requirements about endpoints of events that need no server. */
export const endpointRequirements: readonly Requirement[] = [
  {
    id: 'EVT-020',
    source,
    says: 'POST /event-endpoints makes an endpoint and its secret (whsec_…); nothing is pushed to the endpoint until it is tested.',
    check: (probe) =>
      withEndpoint(probe, { url: unusedUrl }, async ({ answer, endpoint }) => {
        expectShape(answer, madeShape);
        answer.expectFields(endpoint, endpointFields, 'endpoint');
        for (const field of endpointFields) {
          answer.expect(
            typeof endpoint[field] === 'string',
            `${field} is ${JSON.stringify(endpoint[field])}, not a string`,
          );
        }
        const { url, types, member_codes: members, enabled, disabled_reason: reason } = endpoint;
        const own = claimsOf(await probe.token())['member_code'];
        answer.expectEqual([url, types, members], [unusedUrl, '*', own], 'url, types and member_codes');
        answer.expectEqual([enabled, reason], ['0', 'untested'], 'enabled and disabled_reason');
        answer.expect(dayTime.test(String(endpoint['created'])), `created is ${String(endpoint['created'])}`);
        const [, secret = ''] = /^whsec_([A-Za-z0-9+/]+=*)$/.exec(String(endpoint['secret'])) ?? [];
        answer.expect(
          Buffer.from(secret, 'base64').length >= 24,
          'secret is not whsec_ and at least 24 bytes in Base64',
        );
      }),
  },
  {
    id: 'EVT-021',
    source,
    says: 'GET /event-endpoints lists the endpoints of the client without their secrets.',
    check: (probe) =>
      withEndpoint(probe, { url: unusedUrl }, async ({ endpoint }) => {
        const { answer, list } = await listed(probe);
        answer.expectFields(answer.body, answerShape('', 'endpoint_list').fields, 'the answer');
        expectShape(answer, listedShape);
        const { secret: _, ...shown } = endpoint;
        answer.expectEqual(
          list.filter(({ endpoint_id: id }) => id === endpoint['endpoint_id']),
          [shown],
          'the endpoint',
        );
      }),
  },
  {
    id: 'EVT-022',
    source,
    says: 'A change sets only the named fields, and its answer has no secret.',
    check: (probe) =>
      withEndpoint(probe, { url: unusedUrl, types: 'batch.ended' }, async ({ endpoint, path }) => {
        const answer = await probe.call(path, { types: 'trade.*,setting.changed' });
        const { secret: _, ...before } = endpoint;
        answer.expectEqual(endpointIn(answer), { ...before, types: 'trade.*,setting.changed' }, 'endpoint');
        const moved = endpointIn(await probe.call(path, { url: `${unusedUrl}/other` }));
        answer.expectEqual(
          [moved['url'], moved['types']],
          [`${unusedUrl}/other`, 'trade.*,setting.changed'],
          'url and types',
        );
      }),
  },
  {
    id: 'EVT-023',
    source,
    says: 'An endpoint cannot be enabled before it has answered a test: the call is refused with E000004.',
    check: (probe) =>
      withEndpoint(probe, { url: unusedUrl }, async ({ path }) => {
        (await probe.call(path, { enabled: '1' })).expectRefusal(400, ['enabled', 'E000004']);
        (await probe.call(path, { enabled: '2' })).expectRefusal(400, ['enabled', 'E000004']);
      }),
  },
  {
    id: 'EVT-024',
    source,
    says: 'The answer to a rotation has a new secret.',
    check: (probe) =>
      withEndpoint(probe, { url: unusedUrl }, async ({ endpoint, path }) => {
        const answer = await probe.call(`${path}/rotate`, {});
        const rotated = endpointIn(answer);
        answer.expectFields(rotated, endpointFields, 'endpoint');
        answer.expect(String(rotated['secret']).startsWith('whsec_'), 'secret is not whsec_…');
        answer.expect(rotated['secret'] !== endpoint['secret'], 'the secret is the same');
      }),
  },
  {
    id: 'EVT-025',
    source: openPoint,
    says: 'A removed endpoint is not listed, and every call about it is refused with HTTP 404 and E700004.',
    check: (probe) =>
      withEndpoint(probe, { url: unusedUrl }, async ({ endpoint, path }) => {
        (await probe.call(path, undefined, { method: 'DELETE' })).expectNormal();
        const { answer, list } = await listed(probe);
        answer.expect(
          list.every(({ endpoint_id: id }) => id !== endpoint['endpoint_id']),
          'the endpoint is still listed',
        );
        await expectUnknown(probe, path);
      }),
  },
  {
    id: 'EVT-026',
    source: openPoint,
    says: 'Another member cannot see, change, remove or use an endpoint.',
    needs: ['other member'],
    check: (probe) =>
      withEndpoint(probe, { url: unusedUrl }, async ({ endpoint, path }) => {
        const { answer, list } = await listed(probe, { as: 'stranger' });
        answer.expect(
          list.every(({ endpoint_id: id }) => id !== endpoint['endpoint_id']),
          'another member sees the endpoint',
        );
        await expectUnknown(probe, path, { as: 'stranger' });
      }),
  },
  {
    id: 'EVT-027',
    source: openPoint,
    says: 'Another client of the same user cannot see, change, remove or use an endpoint.',
    needs: ['other client'],
    check: (probe) =>
      withEndpoint(probe, { url: unusedUrl }, async ({ endpoint, path }) => {
        const { answer, list } = await listed(probe, { withOtherClient: true });
        answer.expect(
          list.every(({ endpoint_id: id }) => id !== endpoint['endpoint_id']),
          'another client sees the endpoint',
        );
        await expectUnknown(probe, path, { withOtherClient: true });
      }),
  },
  {
    id: 'EVT-028',
    source: openPoint,
    says: 'Wrong values of an endpoint are refused: a missing url, texts that are too long, unknown types, an unknown member.',
    check: async (probe) => {
      const wrong: readonly (readonly [terms: object, item: string, code: string])[] = [
        [{}, 'url', 'E000001'],
        [{ url: `${unusedUrl}?${tooLong}` }, 'url', 'E000003'],
        [{ url: unusedUrl, description: tooLong }, 'description', 'E000003'],
        [{ url: unusedUrl, types: 'batch' }, 'types', 'E000004'],
        [{ url: unusedUrl, member_codes: unknownMember }, 'member_codes[0]', 'E000008'],
      ];
      for (const [terms, item, code] of wrong) {
        (await probe.call(endpoints, terms)).expectRefusal(400, [item, code]);
      }
    },
  },
  {
    id: 'EVT-029',
    source: openPoint,
    says: 'An address with a scheme other than https, a user, a fragment or a low port is refused with E000002; an address in a private network is refused with E000004, in every spelling.',
    check: async (probe) => {
      for (const url of [
        'nonsense',
        'ftp://conformance.example/',
        'https://u:p@conformance.example/',
        `${unusedUrl}#part`,
        'https://conformance.example:22/',
      ]) {
        (await probe.call(endpoints, { url })).expectRefusal(400, ['url', 'E000002']);
      }
      for (const host of [
        '10.0.0.1',
        '169.254.169.254',
        '0xa000001',
        '192.168.257',
        '[::ffff:10.0.0.1]',
        '[fd00::1]',
      ]) {
        (await probe.call(endpoints, { url: `https://${host}/` })).expectRefusal(400, ['url', 'E000004']);
      }
    },
  },
  {
    id: 'EVT-030',
    source: openPoint,
    says: 'A replay names either a time or a cursor; it is refused with E000001 without one, and with E000002 if it is wrong.',
    check: (probe) =>
      withEndpoint(probe, { url: unusedUrl }, async ({ path }) => {
        (await probe.call(`${path}/replay`, {})).expectRefusal(400, ['after', 'E000001']);
        (await probe.call(`${path}/replay`, { after: 'nonsense' })).expectRefusal(400, ['after', 'E000002']);
        (await probe.call(`${path}/replay`, { since: 'nonsense' })).expectRefusal(400, ['since', 'E000002']);
        (await probe.get(`${path}/attempts?cursor=nonsense`)).expectRefusal(400, ['cursor', 'E000002']);
        (await probe.call(`${path}/replay`, { after: '0' })).expectNormal();
      }),
  },
  {
    id: 'EVT-031',
    source: openPoint,
    says: 'A client has at most 20 endpoints for a member; one more is refused with E000007.',
    alone: true,
    check: (probe) => fill(probe, mostEndpoints - 1),
  },
];

/** Makes endpoints one inside the other, so that each of them is removed at the end. Then tries to make one more. */
async function fill(probe: Probe, left: number): Promise<void> {
  const { answer, list } = await listed(probe);
  if (list.length >= mostEndpoints) {
    const more = await probe.call(endpoints, { url: unusedUrl });
    if (more.status === 200) await remove(probe, endpointIn(more)['endpoint_id']);
    more.expectRefusal(400, ['', 'E000007']);
    return;
  }
  answer.expect(left >= 0, `${mostEndpoints} endpoints were made, and ${list.length} are listed`);
  await withEndpoint(probe, { url: unusedUrl }, () => fill(probe, left - 1));
}

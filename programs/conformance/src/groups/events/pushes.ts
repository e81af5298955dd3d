import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expectShape, expectTextsOf, textOf } from '../../checks/records.js';
import { eventFields } from '../../contract/event-fields.js';
import { answerShape } from '../../contract/object-shape.js';
import { type PushedMessage, type ReceivingAddress, receiverAnswer } from '../../http/message-receiver.js';
import type { Answer, Fields } from '../../probe/answer.js';
import { endedBatch } from '../../probe/batches.js';
import type { Probe } from '../../probe/probe.js';
import type { Requirement } from '../../requirement/requirement.js';
import { attemptShape, endpointIn, type MadeEndpoint, withEndpoint } from './endpoints.js';

const source = '10';
const openPoint = 'open-points: event-endpoints';
const needs = ['receiver'] as const;
/** Events are pushed within seconds, and the first repeat comes 5 seconds after an attempt. */
const messageWithinMs = 15_000;
const toleranceSeconds = 300;
const lookEveryMs = 200;
const endpointsAtMost = 3;
const noRecords = { client_code_list: ['no-such-code-9CK'] };

interface PushedEndpoint extends MadeEndpoint {
  readonly address: ReceivingAddress;
  /** The answer to the test of the endpoint. */
  readonly tested: Answer;
  readonly secret: string;
}

/**
 * Makes an endpoint at the receiver of the kit, and tests it. The receiver runs in this process. If this process was
 * delayed so long that a test had no answer, the next endpoint is made.
 */
async function withTested(
  probe: Probe,
  status: number,
  work: (pushed: PushedEndpoint) => Promise<void>,
): Promise<void> {
  for (let left = endpointsAtMost - 1; ; left -= 1) {
    const address = probe.receiver().newAddress(status);
    const isDone = await withEndpoint(probe, { url: address.url, types: 'batch.ended' }, async (made) => {
      const tested = (await probe.call(`${made.path}/test`, {})).expectNormal();
      if (left > 0 && isUnanswered(tested)) return false;
      await work({ ...made, address, tested, secret: String(made.endpoint['secret']) });
      return true;
    });
    if (isDone) return;
  }
}

function isUnanswered({ body }: Answer): boolean {
  return textOf((body['attempt'] ?? {}) as Fields, 'status') === '0';
}

/** Ends a batch, and returns the message about this end. */
async function pushedEnd(
  probe: Probe,
  address: ReceivingAddress,
): Promise<{ readonly answer: Answer; readonly message: PushedMessage; readonly event: Fields }> {
  const { batchId, check: answer } = await endedBatch(probe, 'master', noRecords);
  const message = await address.until(
    (messages) => messages.find((each) => (eventOf(each)['data'] as Fields | undefined)?.['batch_id'] === batchId),
    messageWithinMs * (probe.target.patience ?? 1),
  );
  if (message === undefined) return answer.fail(`the end of batch ${batchId} was not pushed`);
  return { answer, message, event: eventOf(message) };
}

function eventOf({ body }: PushedMessage): Fields {
  try {
    return JSON.parse(body) as Fields;
  } catch {
    return {};
  }
}

/** The messages of tests. Messages about batches of other checks may come between them. */
function testsOf({ messages }: ReceivingAddress): readonly PushedMessage[] {
  return messages.filter((each) => eventOf(each)['type'] !== 'batch.ended');
}

/** Returns the messages of an event when this number of messages has arrived. */
function copiesOf(address: ReceivingAddress, event: Fields, count: number, timeMs: number) {
  return address.until((messages) => {
    const copies = messages.filter((each) => each.headers['webhook-id'] === event['id']);
    return copies.length >= count ? copies : undefined;
  }, timeMs);
}

function signaturesOf({ headers }: PushedMessage): readonly string[] {
  return String(headers['webhook-signature']).split(' ');
}

/** The signature of Standard Webhooks 1.0.0. */
function signatureBy({ headers, body }: PushedMessage, secret: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
}

function expectSigned(answer: Answer, message: PushedMessage, secrets: readonly string[]): void {
  const wanted = secrets.map((secret) => signatureBy(message, secret));
  answer.expectEqual(signaturesOf(message).toSorted(), wanted.toSorted(), 'webhook-signature');
  const age = Date.now() / 1_000 - Number(message.headers['webhook-timestamp']);
  answer.expect(Math.abs(age) < toleranceSeconds, 'webhook-timestamp is not the time of the message');
}

/** Requirements about pushed messages. The deployment must reach the receiver of the kit. */
export const pushRequirements: readonly Requirement[] = [
  {
    id: 'EVT-032',
    source,
    says: 'A test pushes a message that is signed with the secret of the endpoint; a 2xx answer enables the endpoint.',
    needs,
    check: (probe) =>
      withTested(probe, 204, async ({ tested, address, secret }) => {
        tested.expectFields(tested.body, answerShape('', 'endpoint', 'attempt').fields, 'the answer');
        const endpoint = endpointIn(tested);
        tested.expectEqual(
          [endpoint['enabled'], endpoint['disabled_reason']],
          ['1', ''],
          'enabled and disabled_reason',
        );
        const [message, ...others] = testsOf(address);
        if (message === undefined) return tested.fail('no message has arrived');
        tested.expectEqual(others.length, 0, 'the number of further messages');
        expectSigned(tested, message, [secret]);
        const event = eventOf(message);
        tested.expectFields(event, eventFields, 'the message');
        tested.expectEqual(event['id'], message.headers['webhook-id'], 'the id in the message');
      }),
  },
  {
    id: 'EVT-033',
    source,
    says: 'An endpoint that answers a test with another status stays disabled; the attempts have the status and the beginning of the answer.',
    needs,
    check: (probe) =>
      withTested(probe, 503, async ({ tested, path }) => {
        tested.expectEqual(endpointIn(tested)['enabled'], '0', 'enabled');
        const answer = (await probe.get(`${path}/attempts`)).expectNormal();
        answer.expectFields(answer.body, answerShape('', 'attempt_list', 'next_cursor').fields, 'the answer');
        expectShape(answer, attemptShape);
        expectTextsOf(answer, attemptShape);
        const list = answer.list('attempt_list');
        answer.expectEqual(list, [tested.body['attempt']], 'attempt_list');
        const [attempt = {}] = list;
        answer.expectEqual([attempt['status'], attempt['answer']], ['503', receiverAnswer], 'status and answer');
      }),
  },
  {
    id: 'EVT-034',
    source,
    says: 'Each event is pushed to an enabled endpoint, with the same content that GET /events returns.',
    needs,
    check: (probe) =>
      withTested(probe, 204, async ({ address, secret }) => {
        const cursor = (await probe.get('/events')).expectNormal().string('next_cursor');
        const { answer, message, event } = await pushedEnd(probe, address);
        expectSigned(answer, message, [secret]);
        const told = (await probe.get(`/events?after=${cursor}&types=batch.ended&limit=1000`)).expectNormal();
        const [same] = told.list('event_list').filter(({ id }) => id === event['id']);
        told.expectEqual(event, same, 'the message');
      }),
  },
  {
    id: 'EVT-035',
    source,
    says: 'After a rotation, messages are signed with both secrets.',
    needs,
    check: (probe) =>
      withTested(probe, 204, async ({ path, address, secret }) => {
        const rotated = endpointIn(await probe.call(`${path}/rotate`, {}));
        const tested = (await probe.call(`${path}/test`, {})).expectNormal();
        const message = testsOf(address).at(-1);
        if (message === undefined) return tested.fail('no message has arrived');
        expectSigned(tested, message, [secret, String(rotated['secret'])]);
      }),
  },
  {
    id: 'EVT-036',
    source,
    says: 'A replay pushes an event once more, with the same id.',
    needs,
    check: (probe) =>
      withTested(probe, 204, async ({ path, address }) => {
        const cursor = (await probe.get('/events')).expectNormal().string('next_cursor');
        const { event } = await pushedEnd(probe, address);
        const answer = (await probe.call(`${path}/replay`, { after: cursor })).expectNormal();
        const copies = await copiesOf(address, event, 2, messageWithinMs * (probe.target.patience ?? 1));
        if (copies === undefined) return answer.fail('the event does not come once more');
        answer.expectEqual(copies[1]?.body, copies[0]?.body, 'the repeated message');
      }),
  },
  {
    id: 'EVT-037',
    source,
    says: 'A message that was not accepted is repeated with the same id, and the attempts say when.',
    needs,
    check: (probe) =>
      withTested(probe, 204, async ({ path, address }) => {
        address.status = 500;
        const { event } = await pushedEnd(probe, address);
        address.status = 204;
        const copies = await copiesOf(address, event, 2, messageWithinMs * (probe.target.patience ?? 1));
        const answer = (await probe.get(`${path}/attempts`)).expectNormal();
        if (copies === undefined) return answer.fail('the event does not come once more');
        const [first, second] = copies.map(({ headers }) => Number(headers['webhook-timestamp']));
        answer.expect((second ?? 0) - (first ?? 0) >= 4, 'the message is repeated too soon');
        const failed = await attemptOf(probe, path, event);
        answer.expectEqual(failed?.['status'], '500', 'the status of the first attempt');
        answer.expect(failed?.['next_at'] !== '', 'next_at of the first attempt is empty');
      }),
  },
  {
    id: 'EVT-038',
    source: openPoint,
    says: 'An answer of 410 disables the endpoint at once.',
    needs,
    check: (probe) =>
      withTested(probe, 204, async ({ endpoint, address }) => {
        address.status = 410;
        // The end of any batch of the client disables the endpoint, even of a batch that another check has requested
        // meanwhile.
        await endedBatch(probe, 'master', noRecords);
        const until = performance.now() + messageWithinMs * (probe.target.patience ?? 1);
        for (;;) {
          const answer = (await probe.get('/event-endpoints')).expectNormal();
          const [found = {}] = answer
            .list('endpoint_list')
            .filter(({ endpoint_id: id }) => id === endpoint['endpoint_id']);
          if (found['enabled'] === '0') {
            answer.expectEqual(found['disabled_reason'], 'gone', 'disabled_reason');
            return;
          }
          answer.expect(performance.now() < until, 'the endpoint is still enabled');
          await sleep(lookEveryMs);
        }
      }),
  },
];

/** Returns the first attempt to push an event. The attempt is recorded shortly after it was made. */
async function attemptOf(probe: Probe, path: string, event: Fields): Promise<Fields | undefined> {
  const until = performance.now() + messageWithinMs * (probe.target.patience ?? 1);
  for (;;) {
    const answer = (await probe.get(`${path}/attempts`)).expectNormal();
    const attempts = answer.list('attempt_list').filter(({ event_id: id }) => id === event['id']);
    if (attempts.length > 1 || performance.now() > until) return attempts.at(-1);
    // oxlint-disable-next-line no-await-in-loop
    await sleep(lookEveryMs);
  }
}

import { formatTokyoDateTime } from '@trading-platform/domain-types';
import { errorText } from '@trading-platform/domain-types/error-texts';
import type { EventLog } from '@trading-platform/event-log';
import { v7 as newUuid } from 'uuid';
import { callEndpoint, type EndpointCaller, isDelivered } from '../calling/call-endpoint.js';
import type { EndpointSecrets } from '../endpoint/endpoint-secrets.js';
import type { AttemptPage, EndpointStore } from '../endpoint/endpoint-store.js';
import type { EventAttempt } from '../endpoint/event-attempt.js';
import type { EndpointOwner, EndpointTerms, EventEndpoint, StoredEndpoint } from '../endpoint/event-endpoint.js';
import { EventPushError } from '../endpoint/event-push-error.js';

/** The largest number of endpoints that a client may have for a member. */
export const endpointsAtMost = 20;
/** How long messages are signed with the replaced secret as well. */
const formerSecretMs = 24 * 60 * 60 * 1_000;

/** A new secret, which is shown only once. */
export interface NewSecret {
  readonly endpoint: EventEndpoint;
  /** `whsec_…` */
  readonly secret: string;
}

/** The changes that a client asks for. `enabled` can only become true for an address that has answered a test. */
export interface EndpointWishes extends Partial<EndpointTerms> {
  readonly enabled?: boolean;
}

/** The ports of `EventEndpoints`. */
export interface EventEndpointsOptions {
  readonly store: EndpointStore;
  readonly log: EventLog;
  readonly secrets: EndpointSecrets;
  readonly caller: EndpointCaller;
  readonly now?: () => number;
}

/** Lets clients make, change, test and read their endpoints. */
export class EventEndpoints {
  readonly #store: EndpointStore;
  readonly #log: EventLog;
  readonly #secrets: EndpointSecrets;
  readonly #caller: EndpointCaller;
  readonly #now: () => number;

  constructor({ store, log, secrets, caller, now = Date.now }: EventEndpointsOptions) {
    this.#store = store;
    this.#log = log;
    this.#secrets = secrets;
    this.#caller = caller;
    this.#now = now;
  }

  /**
   * Makes an endpoint. Once it has answered a test, it gets all events that happen from now on.
   *
   * @throws EventPushError `too-many-endpoints`
   */
  async create({ memberCode, clientId }: EndpointOwner, terms: EndpointTerms): Promise<NewSecret> {
    const now = this.#now();
    const endpointId = newUuid();
    const { text, sealed } = this.#secrets.make(endpointId);
    const endpoint: StoredEndpoint = {
      endpointId,
      memberCode,
      clientId,
      ...terms,
      disabledReason: 'untested',
      testedAt: null,
      secret: sealed,
      formerSecret: null,
      formerSecretEndsAt: null,
      createdAt: now,
      updatedAt: now,
    };
    const { next } = await this.#log.read({ after: 'now', limit: 1 });
    if (!(await this.#store.add(endpoint, next, endpointsAtMost))) {
      throw new EventPushError('too-many-endpoints', errorText('endpointsAtMost', { most: endpointsAtMost }));
    }
    return { endpoint, secret: text };
  }

  list(owner: EndpointOwner): Promise<readonly EventEndpoint[]> {
    return this.#store.list(owner);
  }

  /**
   * Changes an endpoint. A new address gets nothing until it has answered a test.
   *
   * @throws EventPushError `unknown-endpoint`; `untested` if the change enables an endpoint that has not answered a
   * test
   */
  async change(
    owner: EndpointOwner,
    endpointId: string,
    { enabled, ...terms }: EndpointWishes,
  ): Promise<EventEndpoint> {
    const endpoint = await this.#find(owner, endpointId);
    const isMoved = terms.url !== undefined && terms.url !== endpoint.url;
    const isTested = !isMoved && endpoint.testedAt !== null;
    if (enabled === true && !isTested) {
      throw new EventPushError('untested', errorText('endpointUntested'));
    }
    const ofState = {
      ...(enabled === true ? ({ disabledReason: '' } as const) : {}),
      ...(enabled === false && endpoint.disabledReason === '' ? ({ disabledReason: 'by-client' } as const) : {}),
      ...(isMoved ? ({ disabledReason: 'untested', testedAt: null } as const) : {}),
    };
    return this.#change(owner, endpointId, { ...terms, ...ofState });
  }

  /** @throws EventPushError `unknown-endpoint` */
  async remove(owner: EndpointOwner, endpointId: string): Promise<void> {
    if (!(await this.#store.remove(owner, endpointId))) throw unknown();
  }

  /**
   * Replaces the secret. For a day, messages are signed with both secrets, so a receiver can switch at any time of that
   * day.
   *
   * @throws EventPushError `unknown-endpoint`
   */
  async rotate(owner: EndpointOwner, endpointId: string): Promise<NewSecret> {
    const endpoint = await this.#find(owner, endpointId);
    const { text, sealed } = this.#secrets.make(endpointId);
    const formerSecretEndsAt = this.#now() + formerSecretMs;
    const change = { secret: sealed, formerSecret: endpoint.secret, formerSecretEndsAt };
    return { endpoint: await this.#change(owner, endpointId, change), secret: text };
  }

  /**
   * Pushes a test message and waits for the answer. If the endpoint accepts the message, it is enabled.
   *
   * @throws EventPushError `unknown-endpoint`
   */
  async test(owner: EndpointOwner, endpointId: string): Promise<{ endpoint: EventEndpoint; attempt: EventAttempt }> {
    const endpoint = await this.#find(owner, endpointId);
    const message = testMessage(endpoint, this.#now());
    const secrets = this.#secrets.open(endpoint, this.#now());
    const outcome = await callEndpoint(endpoint.url, message, secrets, { caller: this.#caller, now: this.#now });
    const of = { attemptId: newUuid(), endpointId, eventId: message.id, eventType: message.type };
    const attempt: EventAttempt = { ...of, ...outcome, nextAt: null };
    await this.#store.addAttempt(attempt);
    if (!isDelivered(attempt)) return { endpoint, attempt };
    // If the address was changed during the test, the new address has not answered.
    const current = await this.#find(owner, endpointId);
    if (current.url !== endpoint.url) return { endpoint: current, attempt };
    const enabled = await this.#change(owner, endpointId, { disabledReason: '', testedAt: this.#now() });
    return { endpoint: enabled, attempt };
  }

  /**
   * Sends all events after a place in the log to the endpoint once more, with the same ids.
   *
   * @param from a cursor of the log, or a time in epoch milliseconds
   * @throws EventPushError `unknown-endpoint`; EventLogError for a cursor from which the log cannot be read
   */
  async replay(owner: EndpointOwner, endpointId: string, from: string | number): Promise<void> {
    await this.#find(owner, endpointId);
    const cursor = typeof from === 'number' ? await this.#log.cursorAt(from) : await this.#checkCursor(from);
    if (!(await this.#store.replay(owner, endpointId, cursor))) throw unknown();
  }

  /**
   * Returns one page of attempts, the newest first.
   *
   * @param before the id of the last attempt of the previous page
   * @throws EventPushError `unknown-endpoint`
   */
  async attempts(
    owner: EndpointOwner,
    endpointId: string,
    page: { readonly limit: number; readonly before?: string },
  ): Promise<AttemptPage> {
    await this.#find(owner, endpointId);
    return this.#store.attempts(endpointId, page);
  }

  async #checkCursor(cursor: string): Promise<string> {
    await this.#log.read({ after: { cursor }, limit: 1 });
    return cursor;
  }

  async #find(owner: EndpointOwner, endpointId: string): Promise<StoredEndpoint> {
    const endpoint = await this.#store.find(owner, endpointId);
    if (endpoint === undefined) throw unknown();
    return endpoint;
  }

  async #change(
    owner: EndpointOwner,
    endpointId: string,
    change: Parameters<EndpointStore['change']>[2],
  ): Promise<EventEndpoint> {
    if (!(await this.#store.change(owner, endpointId, change, this.#now()))) throw unknown();
    return this.#find(owner, endpointId);
  }
}

/** The type of test messages. They are not in the log. */
export const testType = 'endpoint.test';

function testMessage({ endpointId, memberCode }: EventEndpoint, now: number) {
  const id = newUuid();
  const data = { endpoint_id: endpointId };
  const record = { id, type: testType, at: formatTokyoDateTime(now), member_code: memberCode, sequence: '', data };
  return { id, type: testType, body: JSON.stringify(record) };
}

function unknown(): EventPushError {
  return new EventPushError('unknown-endpoint', errorText('endpointUnknown'));
}

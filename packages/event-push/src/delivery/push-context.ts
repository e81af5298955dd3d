import type { EventFeed, EventLog } from '@trading-platform/event-log';
import type { LimitFunction } from 'p-limit';
import type { EndpointCaller } from '../calling/call-endpoint.js';
import type { EndpointSecrets } from '../endpoint/endpoint-secrets.js';
import type { Authorities, VisibleMembers } from './authority.js';
import type { PushJournal, PushLog } from './push-journal.js';
import type { PushStore } from './push-store.js';

/** The result of an attempt, for metrics. */
export interface ObservedAttempt {
  readonly result: 'delivered' | 'refused' | 'unanswered';
  readonly tookMs: number;
  /** The time from the event to the answer; undefined for a repeat. */
  readonly delayMs: number | undefined;
}

/** Everything that the delivery to an endpoint needs. */
export interface PushContext {
  readonly store: PushStore;
  readonly log: EventLog;
  readonly feed: EventFeed;
  readonly caller: EndpointCaller;
  readonly secrets: EndpointSecrets;
  readonly authorities: Authorities;
  readonly visibleMembers: VisibleMembers;
  readonly journal: PushJournal;
  /**
   * Endpoints that work and endpoints that have just failed have separate slots, so failing endpoints delay no others.
   */
  readonly slots: LimitFunction;
  readonly failingSlots: LimitFunction;
  /** Aborts the running calls when the process ends. */
  readonly breakOff: AbortSignal;
  readonly now: () => number;
  readonly logger: PushLog | undefined;
  readonly observe: ((attempt: ObservedAttempt) => void) | undefined;
}

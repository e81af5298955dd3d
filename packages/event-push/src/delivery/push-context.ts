import type { EventFeed, EventLog } from '@trading-platform/event-log';
import type { LimitFunction } from 'p-limit';
import type { EndpointCaller } from '../calling/call-endpoint.js';
import type { EndpointSecrets } from '../endpoint/endpoint-secrets.js';
import type { Authorities, VisibleMembers } from './authority.js';
import type { PushJournal, PushLog } from './push-journal.js';
import type { PushStore } from './push-store.js';

/** What came of an attempt, for metrics. */
export interface ObservedAttempt {
  readonly result: 'delivered' | 'refused' | 'unanswered';
  readonly tookMs: number;
  /** From when the event happened, or undefined for a repeat. */
  readonly delayMs: number | undefined;
}

/** What the delivery to each endpoint needs. */
export interface PushContext {
  readonly store: PushStore;
  readonly log: EventLog;
  readonly feed: EventFeed;
  readonly caller: EndpointCaller;
  readonly secrets: EndpointSecrets;
  readonly authorities: Authorities;
  readonly visibleMembers: VisibleMembers;
  readonly journal: PushJournal;
  /** Slots for calls of endpoints that work, and of those that have just failed, so that these delay nobody else. */
  readonly slots: LimitFunction;
  readonly failingSlots: LimitFunction;
  /** Ends calls that are under way when the process ends. */
  readonly breakOff: AbortSignal;
  readonly now: () => number;
  readonly logger: PushLog | undefined;
  readonly observe: ((attempt: ObservedAttempt) => void) | undefined;
}

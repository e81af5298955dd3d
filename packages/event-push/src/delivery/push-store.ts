import type { EventType } from '@trading-platform/domain-types';
import type { Happening } from '@trading-platform/event-log';
import type { EventAttempt } from '../endpoint/event-attempt.js';
import type { DisabledReason, StoredEndpoint } from '../endpoint/event-endpoint.js';

/** The right of a process to serve an endpoint. */
export interface Lease {
  readonly endpointId: string;
  /** Grows with every lease. Every write names it, so a process whose lease was taken over can write nothing. */
  readonly leaseToken: number;
}

/** An endpoint that this process serves, with the state of its delivery. */
export interface LeasedEndpoint extends Pick<Lease, 'leaseToken'> {
  readonly endpoint: StoredEndpoint;
  /** Every event before this place in the log has arrived or is stored as a repeat. */
  readonly cursor: string;
  /** Since when no attempt has succeeded (epoch milliseconds), or null if the last attempt succeeded. */
  readonly failingSince: number | null;
}

/** A message that has failed and is pushed again. */
export interface Repeat {
  readonly endpointId: string;
  readonly eventId: string;
  readonly eventType: EventType;
  /** The member and the client of the event, as in the log. */
  readonly memberCode: string;
  readonly clientId: string;
  readonly body: string;
  readonly failures: number;
  readonly firstFailedAt: number;
  readonly dueAt: number;
}

/** The changes that an attempt makes. */
export interface PushOutcome extends Lease {
  readonly attempt?: EventAttempt;
  /** The message is to be pushed again. */
  readonly repeat?: Repeat;
  /** The message need not be pushed again. */
  readonly settledEventId?: string;
  readonly cursor?: string;
  readonly failingSince?: number | null;
}

/** Port: the state of the delivery. */
export abstract class PushStore {
  /** Marks this process as alive until `aliveUntil`, when its leases end. Returns how many processes are alive. */
  abstract beat(workerId: string, now: number, aliveUntil: number): Promise<number>;
  /** Takes up to `limit` enabled endpoints that no living process serves. */
  abstract claim(workerId: string, limit: number): Promise<readonly LeasedEndpoint[]>;
  /** Returns the endpoints that this process still serves. */
  abstract leased(workerId: string): Promise<readonly LeasedEndpoint[]>;
  /** How many endpoints are enabled. */
  abstract countEnabled(): Promise<number>;
  /** Ends a lease of this process. */
  abstract release(workerId: string, endpointId: string): Promise<void>;
  /** Marks this process as ended, so that the others take over its share. */
  abstract leave(workerId: string): Promise<void>;
  /** Writes outcomes in one transaction. Returns the leases that were lost; nothing was written under them. */
  abstract write(outcomes: readonly PushOutcome[]): Promise<readonly Lease[]>;
  /**
   * Returns the due repeats of an endpoint, the oldest first, and the time at which the next repeat becomes due, if
   * that time is known.
   */
  abstract dueRepeats(
    endpointId: string,
    now: number,
    limit: number,
  ): Promise<{ readonly due: readonly Repeat[]; readonly nextAt: number | undefined }>;
  /** Disables an endpoint and appends the event that reports this. Returns false if the lease was lost. */
  abstract disable(lease: Lease, reason: DisabledReason, happening: Happening, now: number): Promise<boolean>;
  /** Removes, for these endpoints, old attempts and the repeats that first failed before `repeatsBefore`. */
  abstract trim(endpointIds: readonly string[], repeatsBefore: number): Promise<void>;
  abstract countRepeats(): Promise<number>;
}

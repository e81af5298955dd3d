import type { Happening } from '@trading-platform/event-log';
import type { EventAttempt } from '../endpoint/event-attempt.js';
import type { DisabledReason, StoredEndpoint } from '../endpoint/event-endpoint.js';

/** An endpoint that this process serves, with the state of its delivery. */
export interface LeasedEndpoint {
  readonly endpoint: StoredEndpoint;
  /** Grows with every lease, and is in every write, so a process whose lease was taken over can write nothing. */
  readonly leaseToken: number;
  /** The place in the log up to which the endpoint has got everything, or has it among its repeats. */
  readonly cursor: string;
  /** Since when nothing has arrived (epoch milliseconds), or null if the last attempt was taken. */
  readonly failingSince: number | null;
}

/** A message that has failed and is pushed again. */
export interface Repeat {
  readonly endpointId: string;
  readonly eventId: string;
  readonly eventType: string;
  readonly body: string;
  readonly failures: number;
  readonly firstFailedAt: number;
  readonly dueAt: number;
}

/** What an attempt changes. */
export interface PushOutcome {
  readonly endpointId: string;
  readonly leaseToken: number;
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
  /** Says that this process is alive until then, and returns how many processes are alive. */
  abstract beat(workerId: string, now: number, aliveUntil: number): Promise<number>;
  /** Takes up to `limit` enabled endpoints that nobody serves. */
  abstract claim(workerId: string, limit: number, now: number, leaseUntil: number): Promise<readonly LeasedEndpoint[]>;
  /** Prolongs all leases of this process, and returns the endpoints that it still serves. */
  abstract renew(workerId: string, leaseUntil: number): Promise<readonly LeasedEndpoint[]>;
  /** How many endpoints are enabled. */
  abstract countEnabled(): Promise<number>;
  /** Ends leases of this process. */
  abstract release(workerId: string, endpointIds: readonly string[]): Promise<void>;
  /** Says that this process ends, so that the others take over its share. */
  abstract leave(workerId: string): Promise<void>;
  /** Writes outcomes in one transaction. Returns the endpoints whose lease was lost; nothing was written for them. */
  abstract write(outcomes: readonly PushOutcome[]): Promise<ReadonlySet<string>>;
  /** Returns repeats of an endpoint that are due, the oldest first, and when the next of the others is due. */
  abstract dueRepeats(
    endpointId: string,
    now: number,
    limit: number,
  ): Promise<{ readonly due: readonly Repeat[]; readonly nextAt: number | undefined }>;
  /** Disables an endpoint and appends the event that tells it. Returns false if the lease was lost. */
  abstract disable(
    leased: Pick<LeasedEndpoint, 'leaseToken'> & { readonly endpointId: string },
    reason: DisabledReason,
    happening: Happening,
    now: number,
  ): Promise<boolean>;
  /** Removes repeats of events from before `repeatsBefore`, and old attempts of these endpoints. */
  abstract trim(endpointIds: readonly string[], repeatsBefore: number): Promise<void>;
  abstract countRepeats(): Promise<number>;
}

import type { Instant } from './common.js';

/** An event. `data` contains short facts about it, such as ids, versions and states. */
export interface ConsoleEvent {
  readonly id: string;
  readonly type: string;
  readonly at: Instant;
  readonly memberCode: string;
  readonly data: Readonly<Record<string, string>>;
}

/** Answer of `GET /api/events`, which waits some seconds for an event if the query has a cursor. */
export interface EventsAnswer {
  /** In the order of the log, the oldest first. */
  readonly events: readonly ConsoleEvent[];
  /** The value of `after` for the next call. */
  readonly nextCursor: string;
}

/** Why an endpoint gets no events. */
export type EndpointDisabledReason = 'untested' | 'by-client' | 'gone' | 'failing';

/** An address to which the events of this application are pushed. */
export interface Endpoint {
  readonly endpointId: string;
  readonly url: string;
  /** Types of events, or beginnings of types with `*`. Commas separate them. */
  readonly types: string;
  /** Member codes. Commas separate them. */
  readonly memberCodes: string;
  readonly description: string;
  readonly isEnabled: boolean;
  /** Absent if the endpoint is enabled. */
  readonly disabledReason?: EndpointDisabledReason;
  readonly createdAt: Instant;
}

/** Answer of `GET /api/endpoints`. The oldest comes first. */
export interface EndpointsAnswer {
  readonly endpoints: readonly Endpoint[];
}

/** The settings of an endpoint. Texts that are left out do not change; a new endpoint gets their defaults. */
export interface EndpointTerms {
  readonly url?: string;
  readonly types?: string;
  readonly memberCodes?: string;
  readonly description?: string;
}

/** Body of a call that changes an endpoint. */
export interface EndpointChange extends EndpointTerms {
  readonly isEnabled?: boolean;
}

/** An endpoint after a change. */
export interface EndpointAnswer {
  readonly endpoint: Endpoint;
}

/** An endpoint with its new secret. The secret is not shown again. */
export interface EndpointSecretAnswer extends EndpointAnswer {
  readonly secret: string;
}

/** An attempt to push an event. */
export interface EndpointAttempt {
  readonly attemptId: string;
  readonly eventId: string;
  readonly type: string;
  readonly at: Instant;
  /** When the event got its id, a moment after it happened. Absent for test messages. */
  readonly happenedAt?: Instant;
  /** The HTTP status, or 0 if there was no answer. */
  readonly status: number;
  readonly latencyMs: number;
  /** Why there was no answer, in English. */
  readonly error: string;
  /** The first characters of the answer. */
  readonly answer: string;
  /** When the event is pushed again. */
  readonly nextAt?: Instant;
}

/** An endpoint after a test, with the outcome of the test. */
export interface EndpointTested extends EndpointAnswer {
  readonly attempt: EndpointAttempt;
}

/** Body of a call that sends events to an endpoint once more. */
export interface EndpointReplay {
  readonly since: Instant;
}

/** Some attempts of an endpoint, the newest first. */
export interface AttemptsAnswer {
  readonly attempts: readonly EndpointAttempt[];
  readonly nextCursor?: string;
}

/** The empty answer of a call that has nothing to show. */
export interface EndpointDone {
  readonly done: true;
}

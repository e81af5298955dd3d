/** One attempt to push an event to an endpoint. All times are epoch milliseconds. */
export interface EventAttempt {
  /** UUID v7, so attempts are in the order of their times. */
  readonly attemptId: string;
  readonly endpointId: string;
  readonly eventId: string;
  readonly eventType: string;
  readonly at: number;
  /** The HTTP status, or 0 if there was no answer. */
  readonly status: number;
  readonly latencyMs: number;
  /** Why there was no answer, or `''`. */
  readonly error: string;
  /** The first characters of the answer. */
  readonly answer: string;
  /** When the event is pushed again, or null. */
  readonly nextAt: number | null;
}

/** How many characters of an answer are kept. */
export const answerCharacters = 1_000;
/** How many attempts of an endpoint are kept. */
export const attemptsKept = 1_000;

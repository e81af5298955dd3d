/**
 * - `unknown-endpoint`: the client has no such endpoint
 * - `too-many-endpoints`: the client already has the largest allowed number of endpoints
 * - `untested`: the address has not answered a test
 */
export type EventPushErrorCode = 'unknown-endpoint' | 'too-many-endpoints' | 'untested';

/** Thrown when a client asks for something that its endpoints do not allow. */
export class EventPushError extends Error {
  override readonly name = 'EventPushError';

  constructor(
    readonly code: EventPushErrorCode,
    message: string,
  ) {
    super(message);
  }
}

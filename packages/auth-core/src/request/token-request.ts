import type { RequestOrigin } from '../audit/audit-event.js';
import type { Parameters } from './parameters.js';

/** The parts of a request to an endpoint for clients. */
export interface TokenRequest {
  readonly query: Parameters;
  readonly body: Parameters;
  /** The value of the `Authorization` header. */
  readonly authorization: string | undefined;
  readonly origin: RequestOrigin;
}

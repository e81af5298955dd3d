import type { RequestOrigin } from '../audit/audit-event.js';
import type { Parameters } from './parameters.js';

/** One request to an endpoint for clients, taken apart. */
export interface TokenRequest {
  readonly query: Parameters;
  readonly body: Parameters;
  /** The `Authorization` header. */
  readonly authorization: string | undefined;
  readonly origin: RequestOrigin;
}

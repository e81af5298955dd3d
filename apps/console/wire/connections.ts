import type { Instant } from './common.js';

/** An application that may act for the user. */
export interface Connection {
  readonly grantId: string;
  readonly clientId: string;
  readonly clientName: string;
  readonly since: Instant;
  /** When it last got new tokens; at first the same as `since`. */
  readonly lastUsedAt: Instant;
  /** This session of the console: ending it signs out. */
  readonly isThis: boolean;
}

/** Answer of `GET /api/connections`, the last used first. */
export interface ConnectionsAnswer {
  readonly connections: readonly Connection[];
}

/** Answer of `DELETE /api/connections/{grantId}`. */
export interface ConnectionEnded {
  readonly ended: true;
}

import type { BothLanguages, Instant } from './common.js';

/** An application that may act for the user. */
export interface Connection {
  readonly grantId: string;
  readonly clientId: string;
  readonly clientName: string;
  readonly since: Instant;
  /** When the application last got new tokens. Before any renewal, this time equals `since`. */
  readonly lastUsedAt: Instant;
  /** What the application may do. Absent if the authentication server does not know it. */
  readonly rights?: readonly BothLanguages[];
  /** Whether this is the console's own session. Ending this session signs the user out. */
  readonly isThis: boolean;
}

/** Answer of `GET /api/connections`. The most recently used application comes first. */
export interface ConnectionsAnswer {
  readonly connections: readonly Connection[];
}

/** Answer of `GET /api/applications/{clientId}`. The name is absent if the authentication server does not know it. */
export interface ApplicationAnswer {
  readonly clientId: string;
  readonly name?: string;
}

/** Answer of `GET /api/users/{userId}`. `userId` is the `user_id` of a history or a batch. The name is absent if it is not known. */
export interface UserAnswer {
  readonly userId: string;
  readonly name?: string;
}

/** Answer of `DELETE /api/connections/{grantId}`. */
export interface ConnectionEnded {
  readonly ended: true;
}

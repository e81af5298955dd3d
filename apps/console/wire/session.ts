import type { Instant } from './common.js';

/** Answer of `GET /api/session`. Without a session the answer is 401 with `signed-out`. */
export interface SessionAnswer {
  readonly user: {
    readonly username: string;
    readonly memberCode: string;
  };
  /** The id of this console, which batches and connections contain as `clientId`. */
  readonly clientId: string;
  readonly signedInAt: Instant;
  /** The time at which the user must sign in again in any case. */
  readonly endsAt: Instant;
  /** Whether the console can see the batches of all clients of the member. */
  readonly memberWide: boolean;
  /** Public addresses, which the page uses in examples. */
  readonly platform: {
    /** `{auth_url}`. */
    readonly authUrl: string;
    /** `{base_url}`, without the prefix of the paths. */
    readonly apiUrl: string;
    readonly apiPrefix: string;
    readonly idpSegment: string;
    /** The address of the developer portal, if there is one. */
    readonly portalUrl?: string;
  };
}

/** Answer of `POST /api/session/end`. The grant has been revoked and the cookie removed. */
export interface SessionEnded {
  readonly ended: true;
}

import type { Instant } from './common.js';
import type { NamedRight } from './errors.js';

/** Answer of `GET /api/session`. Without a session the answer is 401 with `signed-out`. */
export interface SessionAnswer {
  readonly user: {
    readonly username: string;
    readonly memberCode: string;
  };
  /** The client id of this console, which also appears as `clientId` in batches and connections. */
  readonly clientId: string;
  readonly signedInAt: Instant;
  /** The time at which the session ends, even if the session is used until then. */
  readonly endsAt: Instant;
  /** Whether the console can see the batches of all clients of the member. */
  readonly memberWide: boolean;
  /** All rights of the platform, and which of them the console has now. */
  readonly rights: readonly (NamedRight & { readonly isHeld: boolean })[];
  /** Public addresses, which the page uses in examples. */
  readonly platform: {
    /** `{auth_url}`. */
    readonly authUrl: string;
    /** The address of the data API without a path prefix (`{base_url}` of the contract). */
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

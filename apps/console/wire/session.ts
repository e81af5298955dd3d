import type { Instant } from './common.js';

/** Answer of `GET /api/session`. Without a session it is 401 with `signed-out`. */
export interface SessionAnswer {
  readonly user: {
    readonly username: string;
    readonly memberCode: string;
  };
  /** This console, as `clientId` of batches and connections names it. */
  readonly clientId: string;
  readonly signedInAt: Instant;
  /** The time at which the user has to sign in again in any case. */
  readonly endsAt: Instant;
  /** Whether the console sees the batches of all clients of the member. */
  readonly memberWide: boolean;
  /** Public addresses, for examples to copy. */
  readonly platform: {
    /** `{auth_url}`. */
    readonly authUrl: string;
    /** `{base_url}`, without the prefix. */
    readonly apiUrl: string;
    readonly apiPrefix: string;
    readonly idpSegment: string;
    /** The portal for developers, if there is one. */
    readonly portalUrl?: string;
  };
}

/** Answer of `POST /api/session/end`: the grant is revoked and the cookie is gone. */
export interface SessionEnded {
  readonly ended: true;
}

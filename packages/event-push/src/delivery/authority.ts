import type { Right } from '@trading-platform/domain-types';
import type { EndpointOwner } from '../endpoint/event-endpoint.js';

/** What a client may see now on behalf of a member. */
export interface Authority {
  readonly rights: readonly Right[];
  /** Whether the client may see events of other clients of the member. */
  readonly memberWide: boolean;
}

/**
 * Port: knows what clients may do. A withdrawn right must be gone within 3 seconds, because an answer is used for up to
 * 2 seconds more, and the promise is 5 seconds.
 */
export interface Authorities {
  /**
   * Returns what the client may do for the member now. Returns undefined if the client may do nothing, because it is
   * disabled or no user of the member allows it any more. Returns `unknown` while this cannot be determined.
   */
  of(owner: EndpointOwner): Promise<Authority | undefined | 'unknown'>;
}

/** Port: returns which of the given members are visible to one member. */
export type VisibleMembers = (memberCode: string, memberCodes: readonly string[]) => Promise<readonly string[]>;

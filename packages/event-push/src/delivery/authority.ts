import type { Right } from '@trading-platform/domain-types';
import type { EndpointOwner } from '../endpoint/event-endpoint.js';

/** What a client may know now on behalf of a member. */
export interface Authority {
  readonly rights: readonly Right[];
  /** Whether the client may know events of other clients of the member. */
  readonly memberWide: boolean;
}

/** Port: knows what clients may do. A withdrawn right is gone within 5 seconds. */
export interface Authorities {
  /**
   * Returns what the client may do for the member now, undefined if it may do nothing (it is disabled, or nobody of the member
   * allows it any more), and `unknown` while this cannot be found out.
   */
  of(owner: EndpointOwner): Promise<Authority | undefined | 'unknown'>;
}

/** Port: returns those of the members that a member sees. */
export type VisibleMembers = (memberCode: string, memberCodes: readonly string[]) => Promise<readonly string[]>;

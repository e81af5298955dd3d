import { rights as allRights, type Right } from '@trading-platform/domain-types';
import type { ClientStore } from '../client/client-store.js';
import type { Clock } from '../clock.js';
import { commonRights } from '../grant/common-rights.js';
import type { GrantStore } from '../grant/grant-store.js';

/** A client of a member. */
export interface AuthorityOwner {
  readonly clientId: string;
  readonly memberCode: string;
}

/** What a client may do now for a member. */
export interface Authority {
  readonly rights: readonly Right[];
  /** Whether the client may know what belongs to the member's other clients. */
  readonly memberWide: boolean;
}

/** The stores from which authorities are read. */
export interface AuthoritySources {
  readonly clients: ClientStore;
  readonly grants: GrantStore;
  readonly clock: Clock;
}

/** The most pairs that are read at once. */
export const authoritiesAtOnce = 100;

/**
 * Reads what clients may do now without a call of theirs: a client acts for a member while it is enabled and is a service account of
 * the member, or an active user of the member has allowed it and the grant is living. Returns undefined where this is not so.
 */
export function readAuthorities(
  sources: AuthoritySources,
  owners: readonly AuthorityOwner[],
): Promise<readonly (Authority | undefined)[]> {
  return Promise.all(owners.map((owner) => readAuthority(sources, owner)));
}

async function readAuthority(
  { clients, grants, clock }: AuthoritySources,
  { clientId, memberCode }: AuthorityOwner,
): Promise<Authority | undefined> {
  const client = await clients.find(clientId);
  if (client === undefined || client.disabledAt !== undefined) return undefined;
  const { memberWide } = client;
  if (client.memberCode === memberCode) return { rights: client.rights, memberWide };
  const granted = await grants.livingRights(clientId, memberCode, clock.now());
  if (granted.length === 0) return undefined;
  const rights = allRights.filter((right) => granted.some((each) => each.includes(right)));
  return { rights: commonRights(client, { rights }), memberWide };
}

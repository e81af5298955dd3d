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

/** The rights that a client has now for a member. */
export interface Authority {
  readonly rights: readonly Right[];
  /** Whether the client may also see the data of the member's other clients. */
  readonly memberWide: boolean;
}

/** The stores from which authorities are read. */
export interface AuthoritySources {
  readonly clients: ClientStore;
  readonly grants: GrantStore;
  readonly clock: Clock;
}

/** The maximum number of pairs that are read at once. */
export const authoritiesAtOnce = 100;

/**
 * Reads the rights that clients have now, without a call of these clients. An enabled client acts for a member if it is
 * a service account of the member, or if an active user of the member has allowed it by a grant that is still living.
 * For any other client, the authority is undefined.
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

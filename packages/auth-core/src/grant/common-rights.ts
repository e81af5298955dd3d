import type { Right } from '@trading-platform/domain-types';
import type { Client } from '../client/client.js';

/** Returns the rights of a token: those that both the client and the grant have, in the order in which both keep them. */
export function commonRights(
  client: Pick<Client, 'rights'>,
  grant: { readonly rights: readonly Right[] },
): readonly Right[] {
  return client.rights.filter((right) => grant.rights.includes(right));
}

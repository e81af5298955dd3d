import type { Right } from '@trading-platform/domain-types';
import type { Client } from '../client/client.js';

/**
 * Returns the rights of a token. A token has the rights that both the client and the grant have, in their common order.
 */
export function commonRights(
  client: Pick<Client, 'rights'>,
  grant: { readonly rights: readonly Right[] },
): readonly Right[] {
  return client.rights.filter((right) => grant.rights.includes(right));
}

import type { AccessTokenClaims } from '@trading-platform/auth-core';
import type { BatchReader } from '@trading-platform/batch-engine';

/**
 * Returns the owner of a batch: the member and the client that requested it (Spec 4.6). A client whose token has the claim
 * `memberWide` can also read the batches of the member's other clients.
 */
export function ownerOf({ memberCode, clientId, memberWide, subject }: AccessTokenClaims): BatchReader {
  return {
    memberCode,
    clientId,
    ...(memberWide === true ? { memberWide } : {}),
    // The subject of a service account is its client.
    ...(subject === clientId ? {} : { userId: subject }),
  };
}

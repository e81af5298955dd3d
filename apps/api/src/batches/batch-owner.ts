import type { AccessTokenClaims } from '@trading-platform/auth-core';
import type { BatchReader } from '@trading-platform/batch-engine';

/**
 * A batch belongs to the member and the client that requested it (Spec 4.6). A client with the mark `memberWide` also reads the batches of
 * the member's other clients.
 */
export function ownerOf({ memberCode, clientId, memberWide }: AccessTokenClaims): BatchReader {
  return { memberCode, clientId, ...(memberWide === true ? { memberWide } : {}) };
}

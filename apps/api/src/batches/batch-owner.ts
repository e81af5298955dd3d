import type { AccessTokenClaims } from '@trading-platform/auth-core';
import type { BatchOwner } from '@trading-platform/batch-engine';

/** A batch belongs to the member and the client that requested it (Spec 4.6). */
export function ownerOf({ memberCode, clientId }: AccessTokenClaims): BatchOwner {
  return { memberCode, clientId };
}

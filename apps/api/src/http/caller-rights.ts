import type { AccessTokenClaims } from '@trading-platform/auth-core';
import type { NamedCodes, RefusedCodes } from '@trading-platform/validation';

/**
 * The rights of a caller. Pipes and guards use this abstract class, because they cannot read the members themselves.
 */
export abstract class CallerRights {
  /** @throws ApiRefusal E100001 for a caller that may not use the data API at all */
  abstract check(caller: AccessTokenClaims): Promise<void>;

  /** Returns the members in a request that the caller is not allowed to name (E000008). */
  abstract refused(caller: AccessTokenClaims, named: NamedCodes): Promise<RefusedCodes>;
}

import type { AccessTokenClaims } from '@trading-platform/auth-core';
import type { NamedCodes, RefusedCodes } from '@trading-platform/validation';

/** What a caller may do. Asked in the middle of reading a request, by pipes and guards that know no members themselves. */
export abstract class CallerRights {
  /** @throws ApiRefusal E100001 for a caller that may not use the data API at all */
  abstract check(caller: AccessTokenClaims): Promise<void>;

  /** Of the members that a request names, those that the caller may not name (E000008). */
  abstract refused(caller: AccessTokenClaims, named: NamedCodes): Promise<RefusedCodes>;
}

export {
  accessType as fixedAccessType,
  realm as fixedRealm,
  scope as fixedScope,
} from '@trading-platform/domain-types';

/** `aud` of access tokens for the data API. */
export const tokenAudience = 'urn:trading-platform:api';

/** Fixed values of the contract. Spec 4.1, 5. */
export const fixedScope = 'openid profile email qualified';
export const fixedRealm = '/api';
export const fixedAccessType = 'offline';

/** `aud` of access tokens for the data API. */
export const tokenAudience = 'urn:trading-platform:api';

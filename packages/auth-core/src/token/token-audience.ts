/** The value of `aud` in access tokens for the data API. */
export const tokenAudience = 'urn:trading-platform:api';

/** `aud` of access tokens for the data API. */
export const tokenAudience = 'urn:trading-platform:api';

export { FastPasswordHasher } from './fast-password-hasher.js';
export { SettableClock } from './settable-clock.js';
export { TestTokenIssuer, type TestTokenIssuerOptions } from './test-token-issuer.js';

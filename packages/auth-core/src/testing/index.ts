export { FastPasswordHasher } from './fast-password-hasher.js';
export { SettableClock } from './settable-clock.js';
export { TestPasskey, type TestPasskeyChange } from './test-passkey.js';
export { TestTokenIssuer, type TestTokenIssuerOptions } from './test-token-issuer.js';

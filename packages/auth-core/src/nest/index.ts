export { ApiTokenModule, type ApiTokenOptions, REVOCATION_FEED } from './api-token.module.js';
export { BearerTokenGuard } from './bearer-token.guard.js';
export { BearerTokenRefused } from './bearer-token-refused.js';
export { Caller } from './caller.decorator.js';
export { NeedsRight, RightGuard, RightMissing, requireRight } from './right.guard.js';

export { AddressRule } from './address-rule.js';
export { GuardedCallError, type GuardedCallErrorCode } from './guarded-call-error.js';
export { type GuardedAnswer, GuardedHttp, type GuardedHttpOptions, type GuardedRequest } from './guarded-http.js';
export type { TargetRules } from './read-target.js';
export type { AddressResolver } from './resolve-target.js';

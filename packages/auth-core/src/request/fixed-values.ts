/** The values that the contract fixes for every request (Spec 5). */
export {
  accessType as fixedAccessType,
  realm as fixedRealm,
  scope as fixedScope,
} from '@trading-platform/domain-types';

export {
  accessType as fixedAccessType,
  realm as fixedRealm,
  scope as fixedScope,
} from '@trading-platform/domain-types';

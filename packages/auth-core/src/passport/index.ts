export {
  BearerStrategy,
  type RequestWithHeaders,
  type VerifyBearerToken,
  type VerifyBearerTokenOfRequest,
} from './bearer-strategy.js';
export {
  type PlatformProfile,
  PlatformStrategy,
  type PlatformStrategyOptions,
  type PlatformTokens,
  type SignInStore,
  type StoredSignIn,
  type VerifyPlatformUser,
} from './platform-strategy.js';

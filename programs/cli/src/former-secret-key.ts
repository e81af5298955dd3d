import type { FormerSecretKeyUse } from '@trading-platform/auth-core';

/**
 * Whether nothing needs the former secret key any more. In a dry run, the keys and secrets that would be sealed again
 * still need it.
 */
export function canGo({ signingKeys, authenticators, clients, grants }: FormerSecretKeyUse, isDry: boolean): boolean {
  return (isDry ? signingKeys.length + authenticators : 0) + clients.length + grants === 0;
}

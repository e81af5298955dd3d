import type { FormerSecretKeyUse } from '@trading-platform/auth-core';

/** Whether nothing needs the former secret key any more; in a dry run, what would be sealed anew still does. */
export function canGo({ signingKeys, authenticators, clients, grants }: FormerSecretKeyUse, isDry: boolean): boolean {
  return (isDry ? signingKeys.length + authenticators : 0) + clients.length + grants === 0;
}

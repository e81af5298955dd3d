import type { Target } from './account.js';

export const fixedRealm = '/api';

/** Returns the path of an endpoint below the IdP segment. */
export function idpPathOf({ idpSegment }: Pick<Target, 'idpSegment'>, name: string): string {
  return `/${idpSegment}/oauth2/${name}`;
}

/** Returns the path of the token endpoint, including the realm. */
export function tokenPathOf(target: Pick<Target, 'idpSegment'>): string {
  return `${idpPathOf(target, 'access_token')}?realm=${fixedRealm}`;
}

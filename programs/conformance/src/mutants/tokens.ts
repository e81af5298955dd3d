import { alter } from './bodies.js';
import type { Edit, Fields } from './mutant.js';

/** Changes a part of the access token in a record, so that the signature no longer fits. */
export const inToken = (part: 0 | 1, change: (values: Fields) => void): Edit =>
  alter('', 'access_token', (token) => {
    const parts = String(token).split('.');
    const values = JSON.parse(Buffer.from(parts[part] ?? '', 'base64url').toString()) as Fields;
    change(values);
    parts[part] = Buffer.from(JSON.stringify(values)).toString('base64url');
    return parts.join('.');
  });
export const withHeader = (values: object) => inToken(0, (before) => Object.assign(before, values));
export const withClaims = (values: object) => inToken(1, (claims) => Object.assign(claims, values));

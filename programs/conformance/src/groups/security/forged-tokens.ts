import { createHmac, generateKeyPairSync, sign } from 'node:crypto';

/** Ways to change a valid token into a forged one. */
export const forgeries = {
  'another member in the claims': (token) => withClaims(token, { member_code: '00000000' }),
  'a later end in the claims': (token) => withClaims(token, { exp: 4_102_444_800 }),
  'another signature': (token) => {
    const [header = '', claims = ''] = token.split('.');
    return `${header}.${claims}.${Buffer.alloc(64, 1).toString('base64url')}`;
  },
  'no signature and alg none': (token) => `${withHeader(token, { alg: 'none' }).split('.').slice(0, 2).join('.')}.`,
  'a signature by HS256 with a key that everybody knows': (token) => {
    const [header = '', claims = ''] = withHeader(token, { alg: 'HS256' }).split('.');
    const signature = createHmac('sha256', 'public').update(`${header}.${claims}`).digest('base64url');
    return `${header}.${claims}.${signature}`;
  },
  "a signature by somebody else's key under the same kid": (token) => {
    const [header = '', claims = ''] = token.split('.');
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const key = { key: privateKey, dsaEncoding: 'ieee-p1363' } as const;
    return `${header}.${claims}.${sign('sha256', Buffer.from(`${header}.${claims}`), key).toString('base64url')}`;
  },
  'an unknown kid': (token) => withHeader(token, { kid: 'nobody-has-this-key' }),
  'a part missing': (token) => token.split('.').slice(0, 2).join('.'),
} as const satisfies Record<string, (token: string) => string>;

function withClaims(token: string, values: object): string {
  return changed(token, 1, values);
}

function withHeader(token: string, values: object): string {
  return changed(token, 0, values);
}

function changed(token: string, part: 0 | 1, values: object): string {
  const parts = token.split('.');
  const before = JSON.parse(Buffer.from(parts[part] ?? '', 'base64url').toString('utf8')) as object;
  parts[part] = Buffer.from(JSON.stringify({ ...before, ...values })).toString('base64url');
  return parts.join('.');
}

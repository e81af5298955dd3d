import { PlatformError } from '../errors/platform-error.js';
import { base64Url } from './base64-url.js';
import { randomText } from './random-text.js';
import { readSigningKey, type SigningKey } from './signing-key.js';

export interface ClientIdentity {
  readonly clientId: string;
  readonly clientSecret?: string | undefined;
  /** A private key as PEM (PKCS #8) or as JSON (JWK). */
  readonly clientKey?: string | undefined;
  /** The name of the authentication server, for which JWTs are made. */
  readonly issuer: string;
}

/** The form fields by which a client authenticates, made anew for each call. */
export type ClientAuthentication = () => Promise<Readonly<Record<string, string>>>;

const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
/**
 * The server accepts a JWT that ends within the next 300 seconds. With half of that, either clock may be 150 seconds
 * ahead.
 */
const lifeSeconds = 150;

/**
 * How a client authenticates: with its secret, or with a JWT that it signs (RFC 7523). The server accepts each JWT
 * once.
 *
 * @throws PlatformError `settings-wrong` if there is neither a secret nor a key, or both
 */
export function clientAuthentication({
  clientId,
  clientSecret,
  clientKey,
  issuer,
}: ClientIdentity): ClientAuthentication {
  if ((clientSecret === undefined) === (clientKey === undefined)) {
    throw new PlatformError('settings-wrong', 'The client needs either clientSecret or clientKey');
  }
  if (clientKey === undefined) {
    const fields = { client_id: clientId, client_secret: clientSecret! };
    return async () => fields;
  }
  let key: Promise<SigningKey> | undefined;
  return async () => {
    key ??= readSigningKey(clientKey);
    const client_assertion = await sign(await key, { clientId, issuer });
    return { client_id: clientId, client_assertion_type: assertionType, client_assertion };
  };
}

async function sign(
  { key, alg, kid, algorithm }: SigningKey,
  { clientId, issuer }: { readonly clientId: string; readonly issuer: string },
): Promise<string> {
  const exp = Math.floor(Date.now() / 1_000) + lifeSeconds;
  const header = { alg, ...(kid === undefined ? {} : { kid }) };
  const claims = { iss: clientId, sub: clientId, aud: issuer, exp, jti: randomText() };
  const content = [header, claims].map((part) => base64Url(encoded(JSON.stringify(part)))).join('.');
  const signature = await crypto.subtle.sign(algorithm, key, encoded(content));
  return `${content}.${base64Url(new Uint8Array(signature))}`;
}

function encoded(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

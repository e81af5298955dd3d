import { type KeyObject, sign, verify } from 'node:crypto';
import { promisify } from 'node:util';
import { toDer, toFixedLength } from './ecdsa-signature.js';

/**
 * Signs a token in compact form (RFC 7515) with ES256, which is the only supported algorithm.
 *
 * @param head the encoded header
 */
export function signCompact(head: string, payload: object, privateKey: KeyObject): string {
  const signed = `${head}.${encodeJson(payload)}`;
  const signature = toFixedLength(sign('sha256', Buffer.from(signed), privateKey));
  return `${signed}.${signature.toString('base64url')}`;
}

export interface CompactParts {
  readonly header: Readonly<Record<string, unknown>>;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly signed: string;
  readonly signature: Buffer;
}

const compactForm = /^([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]{86})$/;

/** Splits a compact token into its parts without verifying it. Returns undefined if the token is malformed. */
export function readCompact(token: string): CompactParts | undefined {
  const [, head, body, signature] = compactForm.exec(token) ?? [];
  if (head === undefined || body === undefined || signature === undefined) return undefined;
  const header = decodeJson(head);
  const payload = decodeJson(body);
  if (header === undefined || payload === undefined) return undefined;
  return { header, payload, signed: `${head}.${body}`, signature: Buffer.from(signature, 'base64url') };
}

export function verifyCompact(parts: CompactParts, publicKey: KeyObject): boolean {
  return verify('sha256', Buffer.from(parts.signed), publicKey, toDer(parts.signature));
}

/** Verifies a signature in Node's thread pool. Verifying in the thread pool takes longer, but does not block the event loop. */
export function verifyCompactInPool(parts: CompactParts, publicKey: KeyObject): Promise<boolean> {
  return verifyInPool('sha256', Buffer.from(parts.signed), publicKey, toDer(parts.signature));
}

const verifyInPool = promisify<string, Buffer, KeyObject, Buffer, boolean>(verify);

/** Encodes the header or the payload of a token. */
export function encodeJson(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function decodeJson(encoded: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

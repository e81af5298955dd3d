import { base64Url } from './base64-url.js';

const bytes = 32;

/** A random text that nobody can guess. */
export function randomText(): string {
  return base64Url(crypto.getRandomValues(new Uint8Array(bytes)));
}

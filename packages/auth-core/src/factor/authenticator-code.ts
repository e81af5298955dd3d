import { Secret, TOTP } from 'otpauth';
import type { Randomness } from '../randomness.js';

const secretBytes = 20;
const digits = 6;
const periodSeconds = 30;
/** The clock of the app may be this number of steps before or after the clock of the server. */
const window = 1;
const issuer = 'Trading Platform';

/** Makes a new secret for an authenticator app, with the length that RFC 4226 4 recommends. */
export function makeAuthenticatorSecret(randomness: Randomness): Buffer {
  return randomness.bytes(secretBytes);
}

/** Returns the secret in base32, the form in which people type it into an app. */
export function secretText(secret: Uint8Array): string {
  return secretOf(secret).base32;
}

/** Returns the address that an app reads from the picture on the page (`otpauth://totp/…`). */
export function authenticatorAddress(secret: Uint8Array, userId: string): string {
  return new TOTP({ issuer, label: userId, secret: secretOf(secret), digits, period: periodSeconds }).toString();
}

/** Whether a text has the form of a code of an app. */
export function isAuthenticatorCode(code: string): boolean {
  return /^\d{6}$/.test(code);
}

/**
 * Returns the time step to which a code belongs, or undefined for a wrong code. The duration of the check does not
 * depend on a secret.
 */
export function stepOfCode(secret: Uint8Array, code: string, now: number): number | undefined {
  const delta = TOTP.validate({
    token: code,
    secret: secretOf(secret),
    digits,
    period: periodSeconds,
    timestamp: now,
    window,
  });
  return delta === null ? undefined : TOTP.counter({ period: periodSeconds, timestamp: now }) + delta;
}

function secretOf(secret: Uint8Array): Secret {
  return new Secret({ buffer: Uint8Array.from(secret).buffer });
}

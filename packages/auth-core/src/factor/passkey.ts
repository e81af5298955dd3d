import { hasAtMost, hasControlCharacter } from '@trading-platform/domain-types';

/** A passkey of a user (WebAuthn). All times are epoch milliseconds. */
export interface Passkey {
  /** The id that the authenticator gave to its key, as base64url. */
  readonly credentialId: string;
  readonly subject: string;
  /** The name by which the user distinguishes this passkey from others. */
  readonly name: string;
  /** The public key in the format COSE. */
  readonly publicKey: Uint8Array;
  /** The signature counter of the last use. It stays 0 for authenticators that do not count. */
  readonly counter: number;
  /** The transports by which browsers reach the authenticator, such as `usb`. */
  readonly transports: readonly string[];
  readonly createdAt: number;
  readonly lastUsedAt: number | undefined;
}

/** A challenge that was signed. It is remembered until no page contains it any more. */
export interface UsedChallenge {
  readonly challengeHash: Uint8Array;
  readonly expiresAt: number;
}

/** A use of a passkey, with the counter and the challenge that the authenticator has signed. */
export interface PasskeyUse {
  readonly credentialId: string;
  readonly subject: string;
  readonly counter: number;
  readonly at: number;
  readonly challenge: UsedChallenge;
}

export const passkeysPerUser = 10;
const longestName = 64;

/**
 * Returns the form in which the name is stored. Returns undefined if the text is not a name. A name has 1 to 64
 * characters and no control characters.
 */
export function passkeyName(typed: string): string | undefined {
  const name = typed.normalize('NFC').trim();
  const isName = name !== '' && hasAtMost(name, longestName) && !hasControlCharacter(name) && name.isWellFormed();
  return isName ? name : undefined;
}

/** Whether a counter may follow the stored counter. Authenticators that do not count always sign 0 (WebAuthn §7.2). */
export function isCounterAhead(stored: number, signed: number): boolean {
  return signed > stored || (signed === 0 && stored === 0);
}

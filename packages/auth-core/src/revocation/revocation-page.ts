import type { KeyRing } from '../key/key-ring.js';
import type { AuthSettings } from '../settings/auth-settings.js';
import type { RevocationStore } from './revocation-store.js';

/** The stores from which the feed is made. */
export interface RevocationSources {
  readonly revocations: RevocationStore;
  readonly keys: KeyRing;
  readonly settings: Pick<AuthSettings, 'accessTokenLifetimeSeconds'>;
}

/** One page of the revocation feed. The feed informs the data API about revocations without a request for each call (Spec 5). */
export interface RevocationPage {
  /** The position at which the next page begins. */
  readonly position: number;
  /** Whether further entries already exist. */
  readonly more: boolean;
  /** The number of seconds for which an entry is needed. Tokens are never valid for longer than this number of seconds. */
  readonly keepSeconds: number;
  /**
   * For each revocation: the digest of the revoked object, the time (epoch milliseconds), and the generation up to which tokens
   * are revoked. If the generation is null, all tokens of the object are revoked for ever.
   */
  readonly revocations: readonly (readonly [digest: string, revokedAt: number, upToGeneration: number | null])[];
  /** The ids of all keys whose signatures are no longer accepted. Every page contains this list. */
  readonly withdrawnKeys: readonly string[];
}

const entriesAtMost = 1_000;

/** Entries are kept for this much longer than a token can be valid, because the clocks of several servers differ a little. */
export const revocationMarginSeconds = 60;

/**
 * Reads the revocations after a position. After a backup has been restored, a caller may ask for a position that this server has
 * not reached. A caller with an unknown position gets the feed from its beginning.
 */
export async function readRevocations(
  { revocations, keys, settings }: RevocationSources,
  after: number,
): Promise<RevocationPage> {
  const newest = await revocations.newestPosition();
  const from = after > newest ? 0 : after;
  const entries = await revocations.listAfter(from, entriesAtMost);
  return {
    position: entries.at(-1)?.position ?? newest,
    more: entries.length === entriesAtMost,
    keepSeconds: settings.accessTokenLifetimeSeconds + revocationMarginSeconds,
    revocations: entries.map(({ digest, revokedAt, upToGeneration = null }) => [digest, revokedAt, upToGeneration]),
    withdrawnKeys: await keys.withdrawnKeyIds(),
  };
}

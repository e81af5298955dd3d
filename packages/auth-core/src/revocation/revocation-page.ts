import type { KeyRing } from '../key/key-ring.js';
import type { AuthSettings } from '../settings/auth-settings.js';
import type { RevocationStore } from './revocation-store.js';

/** The stores that the feed reads. */
export interface RevocationSources {
  readonly revocations: RevocationStore;
  readonly keys: KeyRing;
  readonly settings: Pick<AuthSettings, 'accessTokenLifetimeSeconds'>;
}

/** A part of the revocation feed. Spec 5: the data API learns of a revocation without a call per request. */
export interface RevocationPage {
  /** Where the next page begins. */
  readonly position: number;
  /** Whether there is more already. */
  readonly more: boolean;
  /** How long an entry matters: no token lives longer. */
  readonly keepSeconds: number;
  /** Digest of what was revoked, when (epoch milliseconds), and up to which generation; null: all of its tokens, for good. */
  readonly revocations: readonly (readonly [digest: string, revokedAt: number, upToGeneration: number | null])[];
  /** Ids of all keys whose signatures count no more; on every page. */
  readonly withdrawnKeys: readonly string[];
}

const entriesAtMost = 1_000;

/** Entries are kept this much longer than a token lives, since the clocks of several servers differ a little. */
export const revocationMarginSeconds = 60;

/**
 * Revocations after a position. After a restored backup a caller may ask for a position that this server has not reached:
 * it gets the feed from its beginning.
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

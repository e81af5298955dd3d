import type { AuthServerContext } from '../protocol/auth-server-context.js';

/** A part of the revocation feed. Spec 5: the data API learns of a revocation without a call per request. */
export interface RevocationPage {
  /** Where the next page begins. */
  readonly position: number;
  /** Whether there is more already. */
  readonly more: boolean;
  /** How long an entry matters: no token lives longer. */
  readonly keepSeconds: number;
  /** Digest of what was revoked, and the instant (epoch milliseconds) up to which its tokens are. */
  readonly revocations: readonly (readonly [digest: string, revokedAt: number])[];
}

const entriesAtMost = 1_000;

/** Tokens of clocks that differ a little are still covered. */
export const revocationMarginSeconds = 60;

/**
 * What was revoked after a position. A position that this server has never given, as after a restored backup, begins anew.
 */
export async function readRevocations(context: AuthServerContext, after: number): Promise<RevocationPage> {
  const { revocations, settings } = context;
  const newest = await revocations.newestPosition();
  const from = after > newest ? 0 : after;
  const entries = await revocations.listAfter(from, entriesAtMost);
  return {
    position: entries.at(-1)?.position ?? newest,
    more: entries.length === entriesAtMost,
    keepSeconds: settings.accessTokenLifetimeSeconds + revocationMarginSeconds,
    revocations: entries.map(({ digest, revokedAt }) => [digest, revokedAt]),
  };
}

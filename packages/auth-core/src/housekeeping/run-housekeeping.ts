import type { Clock } from '../clock.js';
import { revocationMarginSeconds } from '../revocation/revocation-page.js';
import type { AuthSettings } from '../settings/auth-settings.js';
import type { ExpiredRows, ExpiringKind } from './expired-rows.js';

/** The objects that housekeeping uses. */
export interface HousekeepingContext {
  readonly settings: AuthSettings;
  readonly expired: ExpiredRows;
  readonly clock: Clock;
}

const rowsPerStep = 500;
const minute = 60;
const day = 24 * 60 * minute;

/** Returns, for each kind of row, the number of seconds for which a row is kept after its end. */
function keepSeconds(settings: AuthSettings): Readonly<Record<ExpiringKind, number>> {
  const tokenLife = settings.accessTokenLifetimeSeconds + revocationMarginSeconds;
  return {
    // Used codes are kept, so that a second use of a code is recognised.
    codes: day,
    'device-codes': day,
    'expired-grants': tokenLife,
    'ended-grants': day + tokenLife,
    'reissue-answers': settings.reissueGraceSeconds,
    sessions: 0,
    'reset-links': 0,
    // Assertions and challenges are kept a little longer than they are accepted, because the clocks of servers differ.
    'client-assertions': 10 * minute,
    'passkey-challenges': 10 * minute,
    attempts: 0,
    'known-places': 90 * day,
    revocations: tokenLife,
    'retired-keys': tokenLife + 10 * minute,
    // The rows of withdrawn keys are kept for much longer than an API may use an old key set.
    'withdrawn-keys': 30 * day,
    'audit-records': settings.auditRetentionDays * day,
  };
}

/**
 * Removes expired rows in small steps, so that no request has to wait long.
 *
 * @param options `signal` ends the function between two steps
 * @returns how many rows of each kind were removed
 */
export async function runHousekeeping(
  context: HousekeepingContext,
  options: { readonly signal?: AbortSignal } = {},
): Promise<Readonly<Record<ExpiringKind, number>>> {
  const keep = keepSeconds(context.settings);
  const removed: Record<string, number> = {};
  for (const [kind, seconds] of Object.entries(keep) as [ExpiringKind, number][]) {
    const before = context.clock.now() - seconds * 1000;
    removed[kind] = await removeAll(context, kind, before, options.signal);
  }
  return removed as Record<ExpiringKind, number>;
}

async function removeAll(
  context: HousekeepingContext,
  kind: ExpiringKind,
  before: number,
  signal: AbortSignal | undefined,
): Promise<number> {
  let total = 0;
  let removed = rowsPerStep;
  while (removed === rowsPerStep) {
    if (signal?.aborted === true) return total;
    removed = await context.expired.remove(kind, before, rowsPerStep);
    total += removed;
  }
  return total;
}

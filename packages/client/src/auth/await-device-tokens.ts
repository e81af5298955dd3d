import { PlatformError } from '../errors/platform-error.js';
import { sleep } from '../wire/sleep.js';
import type { AuthServer } from './auth-server.js';
import type { DeviceSignIn } from './device-sign-in.js';
import type { StoredTokens } from './token-store.js';

/** Failures after which the server may answer later. */
const passing = new Set(['too-many-calls', 'unavailable', 'answer-corrupt']);
const slowerBySeconds = 5;
const longestIntervalSeconds = 60;

/**
 * Asks for the tokens of a device until its user has decided (RFC 8628 3.5). It waits before each call, longer if the server says so,
 * and after a failure of the connection.
 *
 * @throws PlatformError `login-refused` if the user refused, or did not decide in time
 */
export async function awaitDeviceTokens(
  server: AuthServer,
  { deviceCode, intervalSeconds, endsAt }: DeviceSignIn,
  signal: AbortSignal | undefined,
): Promise<StoredTokens> {
  let seconds = intervalSeconds;
  for (;;) {
    await sleep(seconds * 1_000, signal);
    if (Date.now() >= endsAt) throw tooLate();
    try {
      return await server.exchangeDeviceCode(deviceCode);
    } catch (error) {
      seconds = nextInterval(error, seconds);
    }
  }
}

/** @throws the error if asking again is of no use */
function nextInterval(error: unknown, seconds: number): number {
  if (!(error instanceof PlatformError)) throw error;
  if (error.oauthError === 'authorization_pending') return seconds;
  if (error.oauthError === 'slow_down') return seconds + slowerBySeconds;
  if (!passing.has(error.code)) throw error;
  return Math.max(error.retryAfterSeconds ?? 0, Math.min(seconds * 2, longestIntervalSeconds));
}

function tooLate(): PlatformError {
  return new PlatformError('login-refused', 'Nobody has allowed the device in time', {
    oauthError: 'expired_token',
    advice: 'Begin the sign-in again, and type its new code at once.',
  });
}

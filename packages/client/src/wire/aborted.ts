import { PlatformError } from '../errors/platform-error.js';

/**
 * Ends a call whose signal has aborted.
 *
 * @throws PlatformError `timeout` if the signal was a timeout; otherwise the reason of the signal
 */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw reasonOfAbort(signal);
}

/** The error of an aborted call. */
export function reasonOfAbort({ reason }: AbortSignal): unknown {
  if ((reason as Error | undefined)?.name !== 'TimeoutError') return reason;
  return new PlatformError('timeout', 'The call took longer than its signal allows', {
    advice: 'Allow more time, or try again later.',
    cause: reason,
  });
}

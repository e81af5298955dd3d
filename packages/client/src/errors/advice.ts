import type { ErrorCode } from '@trading-platform/domain-types';
import type { PlatformErrorCode } from './platform-error-code.js';

/** The remedy for a failure, for the program or its operator. */
const adviceOf: Readonly<Record<PlatformErrorCode, string>> = {
  'settings-wrong': 'Correct the setting and start again.',
  'login-refused': 'Check user, password, client id and client secret, or let the user sign in again.',
  'not-authenticated': 'Check that authUrl and apiUrl belong to the same platform, and the clock of this machine.',
  'not-permitted':
    'Ask the operator of the platform for the right that the message names, or call with another client or user.',
  'request-refused': 'Correct the fields that errors names and send the request again.',
  'too-many-calls': 'Call again after retryAfterSeconds, with fewer programs at once.',
  unavailable: 'Try again later; if it keeps failing, check address and network.',
  'batch-aborted': 'Request the batch again, unless it was cancelled on purpose.',
  'batch-failed': 'Request the batch again; if it fails again, send the batch_id to the operator.',
  'answer-corrupt': 'Look for a proxy that changes answers, and resume from the position of the download.',
  'answer-unexpected': 'Check authUrl, apiUrl and apiPrefix: a server other than the platform answers there.',
  timeout: 'Wait again with resume and the batch_id, or allow more time with batchTimeoutSeconds.',
  'not-acknowledged': 'Call client.batches.delivered with unacknowledged; until then the slips are delivered again.',
};

/** More specific remedies for some refusals. */
const adviceOfRefusal: Partial<Record<ErrorCode, string>> = {
  E000006: 'Ask for shorter periods, with a download for each.',
  E000009: 'Request a new batch: start the download without a batch_id.',
  E000010: 'Wait for the batch with resume instead of getting its records at once.',
  E000013: 'Read the versions again with client.orders.list, and decide anew.',
  E000019: 'Use a new idempotencyKey for a request with different content.',
  E000021: 'Wait for the end of the upload with client.orders.results.',
  E000022: 'Read the slip again, and take one of the actions that are possible now.',
  E000023: 'Download everything anew, and follow events from now on.',
};

/** If the platform answered, it can find the call in its logs. */
const adviceIfAnswered = 'Try again later; if it keeps failing, send the request_id to the operator.';

/** @param errorCode of the first entry of `error_list` */
export function adviceFor(
  code: PlatformErrorCode,
  errorCode: string | undefined,
  requestId: string | undefined,
): string {
  if (code === 'unavailable' && requestId !== undefined) return adviceIfAnswered;
  const known = code === 'request-refused' ? adviceOfRefusal[errorCode as ErrorCode] : undefined;
  return known ?? adviceOf[code];
}

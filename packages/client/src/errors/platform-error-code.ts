/**
 * - `settings-wrong`: an address, a variable or an option of the client is wrong; nothing was sent
 * - `login-refused`: user, password, client, code or refresh token is wrong or no longer valid, or the callback belongs
 *   to another sign-in
 * - `not-authenticated`: the data API refuses even a new token
 * - `not-permitted`: the client or the user may not use the function; the message names the right that the client lacks
 * - `request-refused`: the data API found defects in the request; `errors` lists them all
 * - `too-many-calls`: the call was still throttled after all attempts; `retryAfterSeconds` is the remaining time
 * - `unavailable`: even the last attempt got no answer, a broken answer, or the answer that the service is not available
 * - `batch-aborted`, `batch-failed`: the batch ended without records; `errors` has the public reason
 * - `answer-corrupt`: the answer was damaged in all attempts: its checksum or its number of records was wrong
 * - `answer-unexpected`: the answer does not come from this platform (wrong address, a proxy's page)
 * - `timeout`: the batch did not finish in time
 * - `not-acknowledged`: records came but could not be acknowledged, so the platform will deliver them again;
 *   `unacknowledged` is their range
 */
export type PlatformErrorCode =
  | 'settings-wrong'
  | 'login-refused'
  | 'not-authenticated'
  | 'not-permitted'
  | 'request-refused'
  | 'too-many-calls'
  | 'unavailable'
  | 'batch-aborted'
  | 'batch-failed'
  | 'answer-corrupt'
  | 'answer-unexpected'
  | 'timeout'
  | 'not-acknowledged';

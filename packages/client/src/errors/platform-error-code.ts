/**
 * - `settings-wrong`: an address, a variable or an option of the client itself; nothing was sent
 * - `login-refused`: user, password, client, code or refresh token is wrong or no longer good, or the sign-in is not ours
 * - `not-authenticated`: the data API does not take the token, even a new one
 * - `not-permitted`: the user has no authority for the function
 * - `request-refused`: the data API found defects in the request; `errors` lists them all
 * - `too-many-calls`: still throttled after all attempts; `retryAfterSeconds` says for how long
 * - `unavailable`: no answer, a broken one, or "not available" after all attempts
 * - `batch-aborted`, `batch-failed`: the batch ended without records; `errors` has the public reason
 * - `answer-corrupt`: what arrived is not what the server sent (checksum or number of records), after all attempts
 * - `answer-unexpected`: what answered is not this platform (wrong address, a proxy's page)
 * - `timeout`: the batch did not finish in the time given
 * - `not-acknowledged`: records came, but the platform could not be told so and will deliver them again; `unacknowledged` names them
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

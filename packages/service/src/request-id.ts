import { getRandomValues } from 'node:crypto';
import { v7 } from 'uuid';

const bytesPerId = 16;

/** Random bytes for many ids. Fetching them together costs less. */
const pool = new Uint8Array(256 * bytesPerId);
let position = pool.length;

/** A UUID that sorts by time (version 7): the `request_id`. */
export function newRequestId(): string {
  return v7({ random: nextRandom(), msecs: Date.now() });
}

/** The length is limited, and characters with a meaning in a log, a shell or a query are excluded. */
const takenAlong = /^[\w.:/+=-]{1,128}$/;

/**
 * The caller's own id of a request, for the log.
 *
 * @param header the value of `X-Request-Id`; it is ignored if it is longer than 128 characters, or contains characters
 * other than letters, digits and `._:/+=-`
 */
export function callerRequestId(header: string | readonly string[] | undefined): string | undefined {
  return typeof header === 'string' && takenAlong.test(header) ? header : undefined;
}

function nextRandom(): Uint8Array {
  if (position === pool.length) {
    getRandomValues(pool);
    position = 0;
  }
  position += bytesPerId;
  return pool.subarray(position - bytesPerId, position);
}

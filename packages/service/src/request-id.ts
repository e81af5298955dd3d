import { getRandomValues } from 'node:crypto';
import { v7 } from 'uuid';

const bytesPerId = 16;

/** Random bytes for many ids: fetching them together costs less. */
const pool = new Uint8Array(256 * bytesPerId);
let position = pool.length;

/** A UUID that sorts by time (version 7): the `request_id`. */
export function newRequestId(): string {
  return v7({ random: nextRandom(), msecs: Date.now() });
}

/** So many letters, and none that could mean something in a log, a shell or a query. */
const takenAlong = /^[\w.:/+=-]{1,128}$/;

/**
 * The id that a caller has given its request, to be logged beside ours.
 *
 * @param header the value of `X-Request-Id`; one that is longer than 128 letters, or has others than letters, digits and `._:/+=-`,
 *   is none
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

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

function nextRandom(): Uint8Array {
  if (position === pool.length) {
    getRandomValues(pool);
    position = 0;
  }
  position += bytesPerId;
  return pool.subarray(position - bytesPerId, position);
}

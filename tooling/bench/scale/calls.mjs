import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** @typedef {{ readonly url: string, readonly token: string, readonly body: object }} Call */

/**
 * Does pieces of work, at most `atOnce` of them at the same time.
 *
 * @template Piece, Result
 * @param {number} atOnce
 * @param {readonly Piece[]} pieces
 * @param {(piece: Piece, position: number) => Promise<Result>} work
 * @returns {Promise<Result[]>}
 */
export async function inParallel(atOnce, pieces, work) {
  /** @type {Result[]} */
  const results = [];
  const left = pieces.entries();
  const takeNext = async () => {
    for (const [position, piece] of left) results[position] = await work(piece, position);
  };
  await Promise.all(Array.from({ length: atOnce }, takeNext));
  return results;
}

/**
 * Starts `perSecond` pieces of work each second, no matter how long each one takes.
 *
 * @template Piece, Result
 * @param {number} perSecond
 * @param {readonly Piece[]} pieces
 * @param {(piece: Piece, position: number) => Promise<Result>} work
 * @returns {Promise<Result[]>}
 */
export async function atPace(perSecond, pieces, work) {
  /** @type {Promise<Result>[]} */
  const begun = [];
  const started = performance.now();
  for (const [position, piece] of pieces.entries()) {
    const dueMs = started + (position / perSecond) * 1_000 - performance.now();
    if (dueMs > 0) await sleep(dueMs);
    begun.push(work(piece, position));
  }
  return Promise.all(begun);
}

/** Posts calls like a client that accepts gzip, and ignores the content of the answers. */
export class Reader {
  #agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });

  /**
   * @param {Call} call
   * @returns {Promise<number>} the received bytes of the answer, still compressed
   */
  read({ url, token, body }) {
    return new Promise((resolve, reject) => {
      const headers = {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'accept-encoding': 'gzip',
      };
      const call = request(url, { method: 'POST', agent: this.#agent, headers }, (answer) => {
        let bytes = 0;
        answer.on('data', (piece) => {
          bytes += piece.length;
        });
        answer.once('error', reject);
        answer.once('end', () => {
          if (answer.statusCode === 200) resolve(bytes);
          else reject(new Error(`${url}: ${answer.statusCode}`));
        });
      });
      call.once('error', reject);
      call.end(JSON.stringify(body));
    });
  }

  close() {
    this.#agent.destroy();
  }
}

import { connect } from 'node:net';

const readAtOnce = 1024 ** 2;
const headEnd = Buffer.from('\r\n\r\n');
const lastChunk = Buffer.from('0\r\n\r\n');

/**
 * The answers that a server gave under load.
 *
 * @typedef {object} Load
 * @property {number} answers
 * @property {number} bytes
 * @property {number} perSecond
 * @property {number} bytesPerSecond
 * @property {number} medianMs from a request to the last byte of its answer
 * @property {number} p99Ms
 */

/** @typedef {{ readonly method: 'GET' | 'POST', readonly path: string, readonly body: string }} Request */

/**
 * Posts requests over permanent connections, one at a time on each connection, and does not read the answers. So the
 * load uses little of the machine, on which the server also runs.
 *
 * @param {{ url: string, bodies: readonly string[], headers?: Record<string, string>, connections: number, seconds: number }} options
 * @returns {Promise<Load>}
 */
export function postForSeconds({ url, bodies, ...options }) {
  const { pathname } = new URL(url);
  const requests = bodies.map((body) => ({ method: /** @type {const} */ ('POST'), path: pathname, body }));
  return callForSeconds({ url, requests, ...options });
}

/**
 * Sends requests of any kind over permanent connections, without reading the answers.
 *
 * @param {{ url: string, requests: readonly Request[], headers?: Record<string, string>, connections: number, seconds: number }} options
 * @returns {Promise<Load>}
 */
export async function callForSeconds({ url, requests: asked, headers = {}, connections, seconds }) {
  const { hostname, port } = new URL(url);
  const requests = asked.map((request) => requestText({ ...request, hostname, headers }));
  const startedAt = performance.now();
  const until = startedAt + seconds * 1_000;
  const totals = await Promise.all(
    Array.from({ length: connections }, (_, index) =>
      keepPosting({ hostname, port: Number(port), requests, index, until }),
    ),
  );
  const elapsed = (performance.now() - startedAt) / 1_000;
  /** @param {'answers' | 'bytes'} name */
  const sum = (name) => totals.reduce((all, each) => all + each[name], 0);
  const [answers, bytes] = [sum('answers'), sum('bytes')];
  const times = Float64Array.from(totals.flatMap(({ milliseconds }) => milliseconds)).toSorted();
  const timeAt = (/** @type {number} */ part) => times[Math.floor(times.length * part)] ?? Number.NaN;
  return {
    answers,
    bytes,
    perSecond: answers / elapsed,
    bytesPerSecond: bytes / elapsed,
    medianMs: timeAt(0.5),
    p99Ms: timeAt(0.99),
  };
}

/** @param {Request & { hostname: string, headers: Record<string, string> }} request */
function requestText({ hostname, method, path, headers, body }) {
  const ofBody =
    method === 'GET' ? {} : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) };
  const lines = Object.entries({ host: hostname, ...headers, ...ofBody });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${head}\r\n${body}`);
}

/**
 * @param {{ hostname: string, port: number, requests: readonly Buffer[], index: number, until: number }} options
 * @returns {Promise<{ answers: number, bytes: number, milliseconds: readonly number[] }>}
 */
function keepPosting({ hostname, port, requests, index, until }) {
  return new Promise((resolve, reject) => {
    let next = index;
    /** @type {number[]} */
    const milliseconds = [];
    let postedAt = 0;
    let bytes = 0;
    let left = 0;
    /** The last bytes received of an answer whose length is not known in advance. */
    let end = Buffer.alloc(0);
    let head = Buffer.alloc(0);
    const buffer = Buffer.alloc(readAtOnce);
    const socket = connect({
      host: hostname,
      port,
      noDelay: true,
      onread: {
        buffer,
        callback: (length) => {
          take(buffer.subarray(0, length));
          return true;
        },
      },
    });
    const post = () => {
      postedAt = performance.now();
      return socket.write(requests[next++ % requests.length] ?? '');
    };
    const finish = () => {
      const now = performance.now();
      milliseconds.push(now - postedAt);
      if (now < until) return post();
      socket.destroy();
      resolve({ answers: milliseconds.length, bytes, milliseconds });
    };
    socket.on('connect', post);
    socket.on('error', reject);
    /** @param {Buffer} chunk valid until this returns */
    const take = (chunk) => {
      bytes += chunk.length;
      if (left === Infinity) return takeChunked(chunk);
      if (left > 0) {
        left -= chunk.length;
        if (left === 0) finish();
        return;
      }
      const start = head.length === 0 ? chunk : Buffer.concat([head, chunk]);
      const headLength = start.indexOf(headEnd);
      if (headLength === -1) {
        head = Buffer.from(start);
        return;
      }
      const text = start.toString('latin1', 0, headLength);
      if (!text.startsWith('HTTP/1.1 200')) return reject(new Error(`${text.slice(0, 200)} …`));
      head = Buffer.alloc(0);
      if (/transfer-encoding: chunked/i.test(text)) {
        left = Infinity;
        return takeChunked(start.subarray(headLength + headEnd.length));
      }
      left = Number(/content-length: (\d+)/i.exec(text)?.[1]) - (start.length - headLength - headEnd.length);
      if (Number.isNaN(left)) return reject(new Error('An answer without Content-Length'));
      if (left === 0) finish();
    };
    /** @param {Buffer} chunk */
    const takeChunked = (chunk) => {
      end = Buffer.concat([end, chunk.subarray(-lastChunk.length)]).subarray(-lastChunk.length);
      if (!end.equals(lastChunk)) return;
      left = 0;
      end = Buffer.alloc(0);
      finish();
    };
  });
}

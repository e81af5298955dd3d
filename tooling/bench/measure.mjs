import autocannon from 'autocannon';

/**
 * @typedef {object} Target
 * @property {string} url
 * @property {string} token
 * @property {() => Promise<number>} cpuSeconds CPU time that the server has used so far
 */

/**
 * @typedef {object} Measurement
 * @property {number} medianMs
 * @property {number} p99Ms
 * @property {number} perSecond
 * @property {number} cpuMs CPU time of the server for one request
 */

/**
 * Posts bodies for some seconds, one after the other on each connection.
 *
 * @param {Target} target
 * @param {readonly object[]} bodies
 * @param {{ clients: number, seconds: number }} load
 * @returns {Promise<Measurement | undefined>} nothing where not one request was answered in time
 */
export async function measure({ url, token, cpuSeconds }, bodies, { clients, seconds }) {
  const requests = bodies.map((body) => ({
    method: /** @type {const} */ ('POST'),
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }));
  const warmUp = Math.max(3, seconds / 4);
  await autocannon({ url, connections: clients, duration: warmUp, requests });
  const before = await cpuSeconds();
  const result = await autocannon({ url, connections: clients, duration: seconds, requests });
  if (result.non2xx + result.errors + result.timeouts > 0) {
    throw new Error(`${url}: ${result.non2xx} refusals, ${result.errors} errors of ${result.requests.total} requests`);
  }
  if (result.requests.total === 0) return undefined;
  const used = (await cpuSeconds()) - before;
  return {
    medianMs: result.latency.p50,
    p99Ms: result.latency.p99,
    perSecond: Math.round(result.requests.total / result.duration),
    cpuMs: (used * 1_000) / result.requests.total,
  };
}

import { startCeiling } from './ceiling.mjs';
import { withCpu } from './metered-load.mjs';
import { callForSeconds } from './posted-load.mjs';
import { inTurn, medianBy, ratioOf } from './rounds.mjs';

/**
 * A kind of call to the data API.
 *
 * @typedef {object} CallKind
 * @property {string} title
 * @property {'GET' | 'POST'} method
 * @property {string} path below the order URL
 * @property {readonly string[]} bodies
 * @property {'gzip' | 'identity'} [encoding]
 */

/** @typedef {{ authorization: string }} Headers */
/** @typedef {{ connections: number, seconds: number, rounds: number }} LoadOptions */

/**
 * Measures the CPU of calls to the data API, and of a bare `node:http` server that answers with the same bytes.
 *
 * @param {import('./platform.mjs').Platform} platform
 * @param {CallKind} kind
 * @param {{ headers: Headers } & LoadOptions} options
 */
export async function measureBesideBare(platform, kind, { rounds, ...options }) {
  const { api, bare } = await inTurn(rounds, await waysBesideBare(platform, kind, options));
  return {
    apiMs: medianBy(api, ofCpu),
    bareMs: medianBy(bare, ofCpu),
    times: ratioOf(api, bare, ofCpu),
    perSecond: medianBy(api, ({ perSecond }) => perSecond),
  };
}

/**
 * Starts the bare server for a kind of call. Returns the functions that measure the data API and the bare server.
 *
 * @param {import('./platform.mjs').Platform} platform
 * @param {CallKind} kind
 * @param {{ headers: Headers } & Omit<LoadOptions, 'rounds'>} options
 */
export async function waysBesideBare(platform, { title, method, path, bodies, encoding }, options) {
  const { headers: caller, connections, seconds } = options;
  const url = platform.orderUrl + path;
  const name = `bare ${title}`;
  const bareUrl = await startCeiling(platform, { method, url, headers: caller, body: bodies[0] ?? '', name });
  const headers = { ...caller, ...(encoding && { 'accept-encoding': encoding }) };
  const requests = bodies.map((body) => ({ method, path: url.slice(platform.apiUrl.length), body }));
  /** @param {string} process @param {string} origin */
  const way = (process, origin) => () =>
    withCpu(platform, process, () => callForSeconds({ url: origin, requests, headers, connections, seconds }));
  return { api: way('api', platform.apiUrl), bare: way(name, bareUrl) };
}

/**
 * @param {string} title
 * @param {string} path
 * @param {readonly object[]} bodies
 * @returns {CallKind}
 */
export function posted(title, path, bodies) {
  return { title, method: 'POST', path, bodies: bodies.map((body) => JSON.stringify(body)) };
}

/** @param {{ cpuMs: number }} measured */
function ofCpu({ cpuMs }) {
  return cpuMs;
}

import { Agent } from 'node:http';
import { requestAndWait } from '../harness/batches.mjs';
import { signInForm } from '../harness/platform.mjs';
import { postForm } from '../harness/post-forms.mjs';
import { linesPerOrder, uploadOf } from '../market/records.mjs';
import { atPace, Reader } from './calls.mjs';
import { reissueForm } from './tokens.mjs';
import { downloadSmall, halvesOf, pagesOf, paths } from './units.mjs';

/** @typedef {import('./units.mjs').Bench} Bench */
/** @typedef {import('./units.mjs').Done} Done */

/**
 * Calls each process at the same constant pace, so that the machine is not always busy. A process that is always busy
 * handles several calls each time it wakes up, while its code is still in the processor's caches. In a busy process, a
 * check call costs only a fifth of its cost in a process that is mostly idle. Several busy processes on two cores must
 * share the cores, so they cannot be compared with a single busy process.
 *
 * @typedef {object} PacedLoad
 * @property {string} pace the number of calls to each process per second
 * @property {(called: Called, prepared: any, round: number) => Promise<Done>} run
 */

/** @typedef {Pick<Bench, 'market' | 'made'> & { rig: Pick<Bench['rig'], 'urlsOf'> }} Called a fleet, or a part of one */

const seconds = 4;
const paces = { get: 20, check: 200, batch: 4, line: 1, signIn: 6, reissue: 30 };
/** The number of records in a segment. The number is chosen so that each get call loads a new segment. */
const pacedPage = 250;
const ordersPerUpload = 25;

/** The loads with a constant pace, by the name of the unit. @type {Readonly<Record<string, PacedLoad>>} */
export const pacedLoads = {
  get: {
    pace: `${paces.get} of ${pacedPage} records`,
    run: async ({ rig, made }, token) => {
      const urls = await rig.urlsOf('api');
      const [, batches] = halvesOf(made.get('products') ?? []);
      // The pages of a batch are read as a caller would read them: one after the other, from one process.
      const calls = batches.flatMap((batch, n) =>
        pagesOf(batch, pacedPage).map((body) => ({ url: `${urls[n % urls.length]}${paths.master}/get`, token, body })),
      );
      const inTurn = calls.toSorted((one, other) => Number(one.body.seq_from) - Number(other.body.seq_from));
      const read = inTurn.slice(0, paces.get * urls.length * seconds);
      return readAtPace(paces.get * urls.length, read, (reader, call) => reader.read(call));
    },
  },
  check: {
    pace: String(paces.check),
    run: async ({ rig, made }, token) => {
      const urls = await rig.urlsOf('api');
      const body = { batch_id: made.get('products')?.[0]?.batchId };
      return readAtPace(paces.check * urls.length, callsOf('check', urls.length), (reader, n) =>
        reader.read({ url: `${urls[n % urls.length]}${paths.master}/check`, token, body }),
      );
    },
  },
  batch: {
    pace: String(paces.batch),
    run: async ({ rig }, tokens) => {
      const urls = await rig.urlsOf('api');
      return readAtPace(paces.batch * urls.length, callsOf('batch', urls.length), (reader, n) =>
        downloadSmall(reader, {
          url: `${urls[n % urls.length]}${paths.master}`,
          token: tokens[n % tokens.length],
          body: {},
        }),
      );
    },
  },
  line: {
    pace: `${paces.line} upload of ${ordersPerUpload * linesPerOrder}`,
    run: async ({ rig }, token, round) => {
      const urls = await rig.urlsOf('api');
      const all = callsOf('line', urls.length);
      await atPace(paces.line * urls.length, all, (n) => {
        const body = { order_list: uploadOf(ordersPerUpload, `p${round}-${n}`) };
        return requestAndWait({ url: `${urls[n % urls.length]}${paths.upload}`, token, body });
      });
      return { units: all.length * ordersPerUpload * linesPerOrder };
    },
  },
  signIn: {
    pace: String(paces.signIn),
    run: async ({ rig }, account) => {
      const urls = await rig.urlsOf('auth');
      const agent = new Agent({ keepAlive: true });
      const all = callsOf('signIn', urls.length);
      await atPace(paces.signIn * urls.length, all, (n) =>
        postForm(agent, `${urls[n % urls.length]}${paths.signIn}`, signInForm(account)),
      );
      agent.destroy();
      return { units: all.length };
    },
  },
  reissue: {
    pace: String(paces.reissue),
    run: async ({ rig }, { account, tokens }) => {
      const urls = await rig.urlsOf('auth');
      const agent = new Agent({ keepAlive: true });
      // A refresh token can be used only once, so each sequence of calls must wait for its next token.
      /** @type {Promise<string>[]} */
      const chains = tokens.map((/** @type {string} */ token) => Promise.resolve(token));
      const all = callsOf('reissue', urls.length);
      await atPace(paces.reissue * urls.length, all, async (n) => {
        const chain = n % chains.length;
        const former = chains[chain] ?? Promise.reject(new Error('Nobody has signed in'));
        const url = `${urls[chain % urls.length]}${paths.reissue}`;
        const answer = former.then((token) => postForm(agent, url, reissueForm(account, token)));
        chains[chain] = answer.then(({ refresh_token }) => refresh_token);
        await answer;
      });
      agent.destroy();
      return { units: all.length };
    },
  },
};

/**
 * @param {keyof typeof paces} name
 * @param {number} processes
 */
function callsOf(name, processes) {
  return Array.from({ length: paces[name] * processes * seconds }, (_, n) => n);
}

/**
 * @template Piece
 * @param {number} perSecond
 * @param {readonly Piece[]} pieces
 * @param {(reader: Reader, piece: Piece) => Promise<number>} read
 * @returns {Promise<Done>}
 */
async function readAtPace(perSecond, pieces, read) {
  const reader = new Reader();
  const sizes = await atPace(perSecond, pieces, (piece) => read(reader, piece));
  reader.close();
  return { units: sizes.length, sentBytes: sizes.reduce((sum, bytes) => sum + bytes, 0) };
}

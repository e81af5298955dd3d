import { Agent } from 'node:http';
import { postForm } from '../auth/post-forms.mjs';
import { atPace, Reader } from './calls.mjs';
import { reissueForm } from './tokens.mjs';
import { downloadSmall, paths } from './units.mjs';

/** @typedef {import('./units.mjs').Bench} Bench */
/** @typedef {import('./units.mjs').Done} Done */

/**
 * The same work at the same pace for each process, which leaves the machine time. A process that is always busy handles several calls
 * each time it wakes, with its code still in the caches of the processor: a check then costs it a fifth of what it costs one that is
 * mostly idle. Several busy processes on two cores are each busy for a part of the time only, so that they cannot be compared with one.
 *
 * @typedef {object} PacedLoad
 * @property {number} perSecond for each process
 * @property {(bench: Bench, prepared: any) => Promise<Done>} run
 */

const seconds = 4;
const paces = { check: 200, batch: 4, reissue: 30 };

/** By the name of the unit. @type {Readonly<Record<string, PacedLoad>>} */
export const pacedLoads = {
  check: {
    perSecond: paces.check,
    run: async ({ rig, made }, token) => {
      const urls = await rig.urlsOf('api');
      const body = { batch_id: made.get('products')?.[0]?.batchId };
      const reader = new Reader();
      const sizes = await atPace(paces.check * urls.length, callsOf('check', urls.length), (n) =>
        reader.read({ url: `${urls[n % urls.length]}${paths.master}/check`, token, body }),
      );
      reader.close();
      return { units: sizes.length, sentBytes: sizes.reduce((sum, bytes) => sum + bytes, 0) };
    },
  },
  batch: {
    perSecond: paces.batch,
    run: async ({ rig }, tokens) => {
      const urls = await rig.urlsOf('api');
      const reader = new Reader();
      const sizes = await atPace(paces.batch * urls.length, callsOf('batch', urls.length), (n) =>
        downloadSmall(reader, {
          url: `${urls[n % urls.length]}${paths.master}`,
          token: tokens[n % tokens.length],
          body: {},
        }),
      );
      reader.close();
      return { units: sizes.length, sentBytes: sizes.reduce((sum, bytes) => sum + bytes, 0) };
    },
  },
  reissue: {
    perSecond: paces.reissue,
    run: async ({ rig, market }, tokens) => {
      const urls = await rig.urlsOf('auth');
      const agent = new Agent({ keepAlive: true });
      // A token is good once, so each chain waits for its next one.
      /** @type {Promise<string>[]} */
      const chains = tokens.map((/** @type {string} */ token) => Promise.resolve(token));
      const all = callsOf('reissue', urls.length);
      await atPace(paces.reissue * urls.length, all, async (n) => {
        const chain = n % chains.length;
        const former = chains[chain] ?? Promise.reject(new Error('Nobody has signed in'));
        const url = `${urls[chain % urls.length]}${paths.reissue}`;
        const answer = former.then((token) => postForm(agent, url, reissueForm(market, token)));
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

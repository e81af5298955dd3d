/** @typedef {import('./units.mjs').Bench} Bench */

/**
 * The strangers' round numbers are higher by this much, so that they never upload the same orders as their own fleet in
 * the same round.
 */
const roundsBetween = 1_000;

/**
 * Puts a load on a fleet. At the same time, processes of the largest fleet, called strangers, get calls at the same
 * pace. So the total number of working processes is always the same. The same number of processes then shares the
 * processors and caches. Any difference that remains comes from resources that the processes of one platform share.
 *
 * @param {import('./units.mjs').Unit} unit
 * @param {import('./paced-loads.mjs').PacedLoad} load
 * @param {{ bench: Bench, largest: Bench, round: number }} fleets
 * @returns {Promise<import('./units.mjs').Unit['run']>}
 */
export async function besideStrangers(unit, load, { bench, largest, round }) {
  if (bench === largest) return load.run;
  const { size } = bench.rig;
  const urlsOf = async (/** @type {import('./rig.mjs').ServiceName} */ name) => {
    const urls = await largest.rig.urlsOf(name);
    return urls.slice(size[name]);
  };
  const strangers = { ...largest, rig: { urlsOf } };
  const ofStrangers = await unit.prepare(largest, round);
  return async (_, prepared) => {
    const [done] = await Promise.all([
      load.run(bench, prepared, round),
      load.run(strangers, ofStrangers, round + roundsBetween * size.api),
    ]);
    return done;
  };
}

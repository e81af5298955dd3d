/** @typedef {import('./units.mjs').Bench} Bench */

/**
 * The round numbers of unmeasured processes (strangers) are higher by this much, so that no order is uploaded twice.
 */
const roundsBetween = 1_000;

/**
 * Puts a load on a fleet. At the same time, other processes of the largest fleet, called strangers, get calls at the
 * same pace. So every measurement has the same number of working processes, which share the processors and caches. Any
 * difference between two fleets then comes from resources that the processes of one platform share.
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

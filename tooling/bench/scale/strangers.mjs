/** @typedef {import('./units.mjs').Bench} Bench */

/** So that strangers do not upload what their own fleet uploads in the same round. */
const roundsBetween = 1_000;

/**
 * Does a load on a fleet while strangers, processes of the largest fleet, are called at the same pace, so that as many processes work
 * in all. Processors and caches are then shared by equally many, and a difference that is left comes from what the processes of one
 * platform share.
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

const commits = 200;
/**
 * The result is this quantile of all measured times. Other programs may slow the machine down, so only the faster times
 * show the cost of a commit.
 */
const undisturbed = 0.2;

/**
 * Measures for how many milliseconds one transaction that notifies listeners delays other such transactions. PostgreSQL
 * lets notifying transactions commit only one after the other (`PreCommit_Notify` in its async.c). The transactions do
 * not wait for the disk, just as the transactions of the batches do not. Services may run, but must be idle.
 *
 * @param {import('./rig.mjs').Rig} rig
 */
export async function measureNotices({ database }) {
  const times = [];
  for (let n = 0; n < commits; n++) {
    let ready = 0;
    await database.transaction(
      async (transaction) => {
        await transaction.query(`SELECT pg_notify('bench', '')`);
        ready = performance.now();
      },
      { durable: false },
    );
    times.push(performance.now() - ready);
  }
  return times.toSorted((one, other) => one - other)[Math.floor(commits * undisturbed)] ?? Number.NaN;
}

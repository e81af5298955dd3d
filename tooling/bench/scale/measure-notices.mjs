const commits = 200;
/** The quantile of the times that counts: if other programs use the machine, only the faster times show the cost of a commit. */
const undisturbed = 0.2;

/**
 * Milliseconds for which a transaction that notifies keeps others that do so waiting: PostgreSQL lets them commit one after the other
 * (`PreCommit_Notify` in its async.c). Like the transactions of the batches, they do not wait for the disk. Services may run, but have
 * nothing to do.
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

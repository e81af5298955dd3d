const commits = 200;
/** Where others work on the machine, the faster ones show what a commit takes. */
const undisturbed = 0.2;

/**
 * Milliseconds for which a transaction that notifies keeps others that do so waiting: PostgreSQL lets them commit one after the other
 * (`PreCommit_Notify` in its async.c). They wait for no disk, as those of the batches. Services may run, but have nothing to do.
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

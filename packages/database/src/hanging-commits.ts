import type pg from 'pg';
import { errorCodes } from './error-codes.js';

/** The name of PostgreSQL's wait event for a commit that no standby has confirmed. */
const waitForStandby = 'SyncRep';

/**
 * The commits of this process that counted as failed here but still wait for a standby on the server. The connection of a waiting
 * commit was closed here, but the server keeps the connection until a standby confirms the commit. While any commit of this
 * process waits for a standby, this process writes nothing. If writing continued while the server has no standby,
 * commits that wait would use up all its connections, and nobody could even read.
 */
export class HangingCommits {
  readonly #backends = new Set<number>();

  /** Runs work that ends with a commit on this connection. */
  async watch<T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      const { processID } = client as pg.ClientBase & { readonly processID?: number | null };
      if (typeof processID === 'number' && errorCodes(error).includes('ETIMEDOUT')) this.#backends.add(processID);
      throw error;
    }
  }

  /** @throws Error `ETIMEDOUT` while an earlier commit hangs; asks this connection whether one does */
  async refuse(client: pg.ClientBase): Promise<void> {
    if (this.#backends.size === 0) return;
    const asked = [...this.#backends];
    const { rows } = await client.query<{ pid: number }>(
      'SELECT pid FROM pg_stat_activity WHERE pid = ANY ($1::integer[]) AND wait_event = $2',
      [asked, waitForStandby],
    );
    const hanging = new Set(rows.map(({ pid }) => pid));
    for (const backend of asked) if (!hanging.has(backend)) this.#backends.delete(backend);
    if (hanging.size === 0) return;
    const error = new Error(`PostgreSQL acknowledges no commits: ${hanging.size} of this process wait for its standby`);
    throw Object.assign(error, { code: 'ETIMEDOUT' });
  }
}

import type { Database } from '@trading-platform/database';
import { ChangeHistory } from '../../../change/change-history.js';

/** Tables of removed keys, and the name of their positions. */
const removedKeys = { removed_product: 'master', removed_view: 'trade', setting_change: 'settings' } as const;

/** The history of changes on a database. */
export class SqlChangeHistory extends ChangeHistory {
  constructor(private readonly database: Database) {
    super();
  }

  async forget(olderThan: number): Promise<void> {
    for (const [table, name] of Object.entries(removedKeys)) {
      // One kind after the other, so that other writers have their turn between them.
      // oxlint-disable-next-line no-await-in-loop
      const oldest = await this.#oldestNeeded(name, olderThan);
      // oxlint-disable-next-line no-await-in-loop
      if (oldest !== undefined) await this.#forgetBefore(oldest, name, table);
    }
  }

  /**
   * A position is the newest until the next one is taken: only those go whose successor is old as well. Looks only at those that
   * may go. Undefined if none does.
   */
  async #oldestNeeded(name: string, olderThan: number): Promise<number | undefined> {
    const [found] = await this.database.query<{ oldest: number | null; needed: number | null }>(
      `SELECT MIN(position) AS oldest, (
         SELECT MAX(position) FROM position_stamp WHERE name = $1 AND position < COALESCE(
           (SELECT position FROM position_stamp WHERE name = $1 AND made_at >= $2 ORDER BY position LIMIT 1),
           (SELECT MAX(position) + 1 FROM position_stamp WHERE name = $1))
       ) AS needed
       FROM position_stamp WHERE name = $1`,
      [name, olderThan],
    );
    const { oldest = null, needed = null } = found ?? {};
    return oldest === null || needed === null || needed === oldest ? undefined : needed;
  }

  #forgetBefore(position: number, name: string, table: string): Promise<void> {
    return this.database.transaction(async (transaction) => {
      await transaction.execute('DELETE FROM position_stamp WHERE name = $1 AND position < $2', [name, position]);
      await transaction.execute(`DELETE FROM ${table} WHERE position <= $1`, [position]);
    });
  }
}

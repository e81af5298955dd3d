import { type Advance, type Advanced, EventSequence } from '../../storage/event-sequence.js';
import type { EventLogDatabase } from '../event-log-database.js';
import { advanceLog, isAnythingWaiting, type PartnersOf } from '../sql/advance-log.js';

/** Gives positions in a database. */
export class TypeOrmEventSequence extends EventSequence {
  /**
   * @param partnersOf returns the partners of a member; they also get events if the member changes something for all
   *   its partners
   */
  constructor(
    private readonly database: EventLogDatabase,
    private readonly partnersOf: PartnersOf,
  ) {
    super();
  }

  async advance(advance: Advance): Promise<Advanced> {
    if (advance.outside.length === 0 && !(await isAnythingWaiting(this.database, advance.now))) {
      return { events: 0, mayHaveMore: false };
    }
    return this.database.transaction((transaction) => advanceLog(transaction, advance, this.partnersOf));
  }
}

import { And, In, LessThan, MoreThan } from 'typeorm';
import { type AttemptChange, type AttemptState, AttemptStore } from '../../throttle/attempt-store.js';
import type { AuthDatabase } from '../auth-database.js';
import { AttemptEntity } from '../entities/attempt.entity.js';
import { KnownPlaceEntity } from '../entities/known-place.entity.js';
import { countAttempts, findAttempts, lockAttempts, removeAttempt, writeAttempt } from '../sql/count-attempts.js';
import { insertAudit } from '../sql/insert-audit.js';

export class TypeOrmAttemptStore extends AttemptStore {
  constructor(private readonly database: AuthDatabase) {
    super();
  }

  find(keys: readonly string[]): Promise<AttemptState[]> {
    return findAttempts(this.database, keys);
  }

  change(keys: readonly string[], decide: (states: ReadonlyMap<string, AttemptState>) => AttemptChange): Promise<void> {
    return this.database.transaction(async (transaction) => {
      await lockAttempts(transaction, keys);
      const states = await findAttempts(transaction, keys);
      const { written = [], cleared = [], events = [] } = decide(new Map(states.map((state) => [state.key, state])));
      for (const state of written) await writeAttempt(transaction, state);
      for (const key of cleared) await removeAttempt(transaction, key);
      for (const event of events) await insertAudit(transaction, event);
    });
  }

  async clearAllUnder(key: string): Promise<void> {
    await this.database.transaction(({ manager }) => manager.delete(AttemptEntity, [{ key }, { key: under(key) }]));
  }

  size(atMost: number): Promise<number> {
    return countAttempts(this.database, atMost);
  }

  async knownPlaces(keys: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const places = await this.database.manager.findBy(KnownPlaceEntity, { key: In(keys) });
    return new Map(places.map(({ key, seenAt }) => [key, seenAt]));
  }

  async rememberPlace(key: string, at: number): Promise<void> {
    await this.database.transaction(({ manager }) => manager.upsert(KnownPlaceEntity, { key, seenAt: at }, ['key']));
  }

  async forgetPlacesUnder(key: string): Promise<void> {
    await this.database.transaction(({ manager }) => manager.delete(KnownPlaceEntity, { key: under(key) }));
  }
}

/** All keys that begin with this one and a dot: the slash is the character after the dot. */
const under = (key: string) => And(MoreThan(`${key}.`), LessThan(`${key}/`));

import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@trading-platform/database/nest';
import { And, In, LessThan, MoreThan, Repository } from 'typeorm';
import { type AttemptChange, type AttemptState, AttemptStore } from '../../throttle/attempt-store.js';
import { AuthDatabase } from '../auth-database.js';
import { AttemptEntity } from '../entities/attempt.entity.js';
import { KnownPlaceEntity } from '../entities/known-place.entity.js';
import { countAttempts, findAttempts, lockAttempts, removeAttempt, writeAttempt } from '../sql/count-attempts.js';
import { insertAudit } from '../sql/insert-audit.js';

@Injectable()
export class TypeOrmAttemptStore extends AttemptStore {
  constructor(
    private readonly database: AuthDatabase,
    @InjectRepository(AttemptEntity) private readonly attempts: Repository<AttemptEntity>,
    @InjectRepository(KnownPlaceEntity) private readonly places: Repository<KnownPlaceEntity>,
  ) {
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
    await this.database.transaction(({ manager }) =>
      manager.withRepository(this.attempts).delete([{ key }, { key: under(key) }]),
    );
  }

  size(atMost: number): Promise<number> {
    return countAttempts(this.database, atMost);
  }

  async knownPlaces(keys: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const places = await this.places.findBy({ key: In(keys) });
    return new Map(places.map(({ key, seenAt }) => [key, seenAt]));
  }

  async rememberPlace(key: string, at: number): Promise<void> {
    await this.database.transaction(({ manager }) =>
      manager.withRepository(this.places).upsert({ key, seenAt: at }, ['key']),
    );
  }

  async forgetPlacesUnder(key: string): Promise<void> {
    await this.database.transaction(({ manager }) => manager.withRepository(this.places).delete({ key: under(key) }));
  }
}

/** Finds all keys that begin with this key and a dot. The slash is the character after the dot. */
const under = (key: string) => And(MoreThan(`${key}.`), LessThan(`${key}/`));

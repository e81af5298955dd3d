import { Injectable } from '@nestjs/common';
import { EventNews, type StopFollowing } from '../../storage/event-news.js';
import { EventLogDatabase } from '../event-log-database.js';

const channels = { events: 'event_sequenced', entries: 'event_entered' } as const;

/** The pause between two notifications on the same channel, so that a busy writer does not send one after each commit. */
const pauseMs = 20;

/**
 * News from the database of the log. On PostgreSQL, news are notifications, which are sent after the commit (ADR 0019). On SQLite,
 * readers look for news after every commit, so nothing is sent.
 */
@Injectable()
export class TypeOrmEventNews extends EventNews {
  /** Channels on which a notification was sent just now, and whether another notification is due. */
  readonly #pausing = new Map<string, boolean>();

  constructor(private readonly database: EventLogDatabase) {
    super();
  }

  followEvents(heard: () => void): StopFollowing {
    return this.#follow(channels.events, heard);
  }

  followEntries(heard: () => void): StopFollowing {
    return this.#follow(channels.entries, heard);
  }

  tellEvents(): void {
    this.#tell(channels.events);
  }

  tellEntries(): void {
    this.#tell(channels.entries);
  }

  #follow(channel: string, heard: () => void): StopFollowing {
    const listening = this.database.listen(channel, () => heard());
    return () => listening.stop();
  }

  #tell(channel: string): void {
    if (this.database.dialect !== 'postgres') return;
    if (this.#pausing.has(channel)) {
      this.#pausing.set(channel, true);
      return;
    }
    this.#pausing.set(channel, false);
    // If a notification is lost, its receivers find the change in the rows a second later.
    this.database.query(notify, [channel]).catch(() => undefined);
    setTimeout(() => {
      const hasMore = this.#pausing.get(channel) === true;
      this.#pausing.delete(channel);
      if (hasMore) this.#tell(channel);
    }, pauseMs).unref();
  }
}

/** PostgreSQL commits transactions with notifications one after another, so this one does not wait for the disk. */
const notify = "SELECT set_config('synchronous_commit', 'off', true), pg_notify($1, '')";

import { ConfigurableModuleBuilder, Global, Module, type OnModuleDestroy } from '@nestjs/common';
import type { Database } from '@trading-platform/database';
import { EventLog } from '../storage/event-log.js';
import { EventNews } from '../storage/event-news.js';
import { EventLogDatabase } from '../typeorm/event-log-database.js';
import { TypeOrmEventLog } from '../typeorm/repositories/typeorm-event-log.js';
import { TypeOrmEventNews } from '../typeorm/repositories/typeorm-event-news.js';
import { EventFeed } from '../waiting/event-feed.js';

/** The database that has the tables of the log. The application opens and closes it. */
export interface EventLogOptions {
  readonly database: Database;
}

const { ConfigurableModuleClass, MODULE_OPTIONS_TOKEN } = new ConfigurableModuleBuilder<EventLogOptions>({
  moduleName: 'EventLog',
})
  .setClassMethodName('forRoot')
  .build();

/**
 * Provides the log to the whole application: `EventLog`, `EventNews`, `EventFeed` and, for the adapters of other tables in the same
 * database, `EventLogDatabase`.
 *
 * @example
 * imports: [
 *   EventLogModule.forRootAsync({
 *     inject: [OrderingDatabase],
 *     useFactory: (database: OrderingDatabase) => ({ database }),
 *   }),
 * ]
 */
@Global()
@Module({
  providers: [
    {
      provide: EventLogDatabase,
      inject: [MODULE_OPTIONS_TOKEN],
      useFactory: ({ database }: EventLogOptions) => database,
    },
    { provide: EventLog, useClass: TypeOrmEventLog },
    { provide: EventNews, useClass: TypeOrmEventNews },
    {
      provide: EventFeed,
      inject: [EventLog, EventNews],
      useFactory: (log: EventLog, news: EventNews) => new EventFeed(log, news),
    },
  ],
  exports: [EventLogDatabase, EventLog, EventNews, EventFeed],
})
export class EventLogModule extends ConfigurableModuleClass implements OnModuleDestroy {
  constructor(private readonly feed: EventFeed) {
    super();
  }

  onModuleDestroy(): void {
    this.feed.close();
  }
}

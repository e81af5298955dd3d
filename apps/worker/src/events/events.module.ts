import { Module, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { BatchChanges, BatchStore } from '@trading-platform/batch-engine';
import { EventNews, EventSequencer } from '@trading-platform/event-log';
import { EventLogModule } from '@trading-platform/event-log/nest';
import { EventLogDatabase, TypeOrmEventSequence } from '@trading-platform/event-log/typeorm';
import { OrderingDatabase } from '@trading-platform/ordering/nest';
import { partnersOf } from '@trading-platform/ordering/typeorm';
import { PinoLogger } from 'nestjs-pino';
import { BatchesModule } from '../batches/batches.module.js';
import { EndedBatches } from './ended-batches.js';

/** The module that gives events their positions in the log. */
@Module({
  imports: [
    BatchesModule,
    EventLogModule.forRootAsync({
      inject: [OrderingDatabase],
      useFactory: (database: OrderingDatabase) => ({ database }),
    }),
  ],
  providers: [
    {
      provide: EventSequencer,
      inject: [EventLogDatabase, EventNews, BatchStore, BatchChanges, PinoLogger],
      useFactory: sequencerOf,
    },
  ],
})
export class EventsModule implements OnApplicationBootstrap, OnModuleDestroy {
  constructor(private readonly sequencer: EventSequencer) {}

  onApplicationBootstrap(): void {
    this.sequencer.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.sequencer.stop();
  }
}

function sequencerOf(
  database: EventLogDatabase,
  news: EventNews,
  batches: BatchStore,
  changes: BatchChanges,
  log: PinoLogger,
): EventSequencer {
  const sequence = new TypeOrmEventSequence(database, (memberCode) => partnersOf(database, memberCode));
  return new EventSequencer({ sequence, news, outside: new EndedBatches(batches, changes), log });
}

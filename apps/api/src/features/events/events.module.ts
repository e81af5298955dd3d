import { Module } from '@nestjs/common';
import { EventLogModule } from '@trading-platform/event-log/nest';
import { OrderingDatabase } from '@trading-platform/ordering/nest';
import { EventQueries } from './event-queries.js';
import { EventStreams } from './event-streams.js';
import { EventsController } from './events.controller.js';
import { HandOut } from './hand-out.js';

/** The module for reading and following events. */
@Module({
  imports: [
    EventLogModule.forRootAsync({
      inject: [OrderingDatabase],
      useFactory: (database: OrderingDatabase) => ({ database }),
    }),
  ],
  controllers: [EventsController],
  providers: [EventQueries, EventStreams, HandOut],
})
export class EventsModule {}

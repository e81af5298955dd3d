export { EventLogDatabase } from './event-log-database.js';
export { eventLogSchema } from './event-log-schema.js';
export { TypeOrmEventLog } from './repositories/typeorm-event-log.js';
export { TypeOrmEventNews } from './repositories/typeorm-event-news.js';
export { TypeOrmEventSequence } from './repositories/typeorm-event-sequence.js';
export { appendEvents } from './sql/append-events.js';
export { eventsOf, TransactionEvents, transactionWithEvents } from './transaction-with-events.js';

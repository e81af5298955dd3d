// Runs a pusher on a database until the process is killed. Its clock runs faster, so that repeats and leases come soon.
import 'reflect-metadata';
import { openDatabase } from '@trading-platform/database';
import { rights } from '@trading-platform/domain-types';
import { EventFeed } from '@trading-platform/event-log';
import { eventLogSchema, TypeOrmEventLog, TypeOrmEventNews } from '@trading-platform/event-log/typeorm';
import { EndpointSecrets, EventPusher } from '@trading-platform/event-push';
import { eventPushSchema, TypeOrmPushStore } from '@trading-platform/event-push/typeorm';
import { AddressRule, GuardedHttp } from '@trading-platform/service/outbound';

const [address, startText, speedText] = process.argv.slice(2);
const [start, speed] = [Number(startText), Number(speedText)];
const database = await openDatabase({ address, schemas: [eventLogSchema, eventPushSchema] });
const [log, news] = [new TypeOrmEventLog(database), new TypeOrmEventNews(database)];
const pusher = new EventPusher({
  store: new TypeOrmPushStore(database, news),
  log,
  feed: new EventFeed(log, news),
  secrets: new EndpointSecrets({ seal: (plain) => plain, open: (sealed) => sealed }),
  caller: new GuardedHttp({ addresses: AddressRule.read('127.0.0.0/8'), allowHttp: true, timeoutMs: 2_000 }),
  authorities: { of: async () => ({ rights, memberWide: false }) },
  visibleMembers: async () => [],
  // The lease keeps its usual length in real time, because a busy machine delays beats.
  leaseMs: 5_000 * speed,
  now: () => start + (Date.now() - start) * speed,
  logger: {
    warn: (details, message) => process.stdout.write(`${JSON.stringify({ message, ...details })}\n`),
    error: ({ err }, message) => process.stdout.write(`${message}: ${err.stack}\n`),
  },
});
pusher.start();
process.stdout.write('started\n');

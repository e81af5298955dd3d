// Prints each event as it happens. The file events.cursor keeps the place between runs.
import { PlatformClient } from '@trading-platform/client';
import { FileCursorStore } from '@trading-platform/client/node';

const client = PlatformClient.fromEnv();
const cursor = new FileCursorStore('events.cursor');
for await (const { type, data } of client.events.follow({ cursor, types: ['trade.*'] })) {
  console.log(type, data.trade_id ?? '', data.version ?? '');
}

import { withOrderingDatabase } from '../open-databases.js';
import { type Finding, good, skipped, trouble } from './finding.js';

/** If an entry waits longer than this, no worker is running. */
const longestWaitMs = 60_000;

/** Whether workers give events their positions, and push them to endpoints. */
export function checkEvents(): Promise<readonly Finding[]> {
  return withOrderingDatabase(
    async (database) => {
      const now = Date.now();
      const [entries] = await database.query<{ waiting: string | number; oldest: string | number | null }>(
        'SELECT COUNT(*) AS waiting, MIN(at) AS oldest FROM event_entry',
      );
      const [pushes] = await database.query<{ endpoints: string | number; workers: string | number }>(
        `SELECT (SELECT COUNT(*) FROM event_endpoint WHERE disabled_reason = '') AS endpoints,
           (SELECT COUNT(*) FROM event_pusher WHERE alive_until >= $1) AS workers`,
        [now],
      );
      return [
        judgeEntries(Number(entries?.waiting), now - Number(entries?.oldest ?? now)),
        judgePushes(Number(pushes?.endpoints), Number(pushes?.workers)),
      ];
    },
    { changesNothing: true },
  );
}

function judgeEntries(waiting: number, oldestMs: number): Finding {
  if (oldestMs <= longestWaitMs) return good('events', 'workers give events their positions in the log');
  const found = `${waiting} events have no position in the log, the oldest since ${Math.round(oldestMs / 1_000)} s`;
  return trouble('events', 'bad', found, 'Is a worker running? Its log says: events cannot get their positions');
}

function judgePushes(endpoints: number, workers: number): Finding {
  if (endpoints === 0) return skipped('pushed events', 'no endpoint wants events');
  if (workers > 0) return good('pushed events', `${workers} workers push to ${endpoints} endpoints`);
  const found = `${endpoints} endpoints want events, and no worker pushes`;
  return trouble('pushed events', 'bad', found, 'Run a worker with the EVENT_SECRET_KEY of auth and api');
}

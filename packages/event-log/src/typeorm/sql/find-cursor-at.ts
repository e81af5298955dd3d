import type { Sql } from '@trading-platform/database';
import { cursorOf, stampOf } from '../../event/event-cursor.js';

/**
 * An event of a long transaction can have a position after events that happened later. The search allows for this
 * difference.
 */
const disorderMs = 10_000;

interface Row {
  readonly id: string;
  readonly at: number;
}

/**
 * Finds the last event that happened well before a time. It uses binary search, because the log has no index of times.
 */
export async function findCursorAt(sql: Sql, at: number): Promise<string> {
  const [log] = await sql.query<{ position: number; removed_to: number }>('SELECT position, removed_to FROM event_log');
  let low = log!.removed_to;
  let high = log!.position;
  let stamp = '';
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    // Each step depends on the one before it.
    // oxlint-disable-next-line no-await-in-loop
    const [row] = await sql.query<Row>('SELECT id, at FROM event WHERE sequence = $1', [middle]);
    if (row === undefined || row.at >= at - disorderMs) {
      high = middle - 1;
    } else {
      low = middle;
      stamp = stampOf(row.id);
    }
  }
  return cursorOf({ position: low, stamp });
}

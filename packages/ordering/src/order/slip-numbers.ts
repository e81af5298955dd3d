import { v7 } from 'uuid';
import { formatDay } from '../delivery/civil-day.js';
import type { JapanTime } from '../delivery/japan-time.js';
import type { SlipNumbers } from './slip-views.js';

const digitsAtLeast = 7;

/**
 * What a slip made here is known by. `trade_id`: a UUID that sorts by time (version 7), so that it is never that of a slip which was
 * loaded. `check_number`, which people read: the order's day and a running number, at most 20 characters, as in `261118-0000042`.
 *
 * @param runningNumber given away once by the database
 */
export function slipNumbers(at: JapanTime, runningNumber: number): SlipNumbers {
  const day = formatDay(at.day).slice(2).replaceAll('-', '');
  return { tradeId: v7(), checkNumber: `${day}-${String(runningNumber).padStart(digitsAtLeast, '0')}` };
}

import { v7 } from 'uuid';
import { formatDay } from '../delivery/civil-day.js';
import type { JapanTime } from '../delivery/japan-time.js';
import type { SlipNumbers } from './slip-views.js';

const digitsAtLeast = 7;

/**
 * The numbers of a slip that is made here. `trade_id`: a UUID that sorts by time (version 7), so that no loaded slip has the same one.
 * `check_number`, for people: the order's day and a running number, at most 20 characters, as in `261118-0000042`.
 *
 * @param runningNumber the database gives each number once
 */
export function slipNumbers(at: JapanTime, runningNumber: number): SlipNumbers {
  const day = formatDay(at.day).slice(2).replaceAll('-', '');
  return { tradeId: v7(), checkNumber: `${day}-${String(runningNumber).padStart(digitsAtLeast, '0')}` };
}

import { v7 } from 'uuid';
import { formatDay } from '../delivery/civil-day.js';
import type { JapanTime } from '../delivery/japan-time.js';
import type { SlipNumbers } from './slip-views.js';

const digitsAtLeast = 7;

/**
 * Makes the numbers for a new slip. The `trade_id` is a UUID that sorts by time (version 7), so that no loaded slip has the same
 * id. The `check_number` is for people. The `check_number` contains the day of the order and a running number, such as
 * `261118-0000042`, and has at most 20 characters.
 *
 * @param runningNumber the database gives each number once
 */
export function slipNumbers(at: JapanTime, runningNumber: number): SlipNumbers {
  const day = formatDay(at.day).slice(2).replaceAll('-', '');
  return { tradeId: v7(), checkNumber: `${day}-${String(runningNumber).padStart(digitsAtLeast, '0')}` };
}

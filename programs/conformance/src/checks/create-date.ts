import type { Answer, Fields } from '../probe/answer.js';

const nineHoursMs = 9 * 3_600_000;
/** This tolerance allows for clocks that differ and for requests that had to wait. */
const toleranceMs = 600_000;
const shape = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/;

/**
 * Expects that all records have the same `create_date`, in Japan time, and that this time is about the current time of
 * the server.
 */
export function expectCreateDate(answer: Answer, records: readonly Fields[]): void {
  const dates = new Set(records.map((record) => record['create_date']));
  answer.expectEqual(dates.size, 1, 'the number of different create_date');
  const [date] = dates;
  answer.expect(
    typeof date === 'string' && shape.test(date),
    `create_date is ${JSON.stringify(date)}, not yyyy-MM-dd HH:mm:ss`,
  );
  const at = Date.parse(`${String(date).replace(' ', 'T')}Z`) - nineHoursMs;
  const now = Date.parse(answer.header('date') ?? '');
  if (Number.isNaN(now)) return;
  answer.expect(
    Math.abs(now - at) < toleranceMs,
    `create_date is ${String(date)}, but the server's clock says ${answer.header('date')}: it is not Japan time`,
  );
}

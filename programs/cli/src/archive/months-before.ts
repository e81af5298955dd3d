/**
 * Returns the day that is a number of months before the given day. If that month is too short, returns its last day.
 *
 * @param day `yyyy-MM-dd`
 */
export function monthsBefore(day: string, months: number): string {
  const [year = 0, month = 0, dayOfMonth = 0] = day.split('-').map(Number);
  const lastDay = new Date(Date.UTC(year, month - months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 - months, Math.min(dayOfMonth, lastDay))).toISOString().slice(0, 10);
}

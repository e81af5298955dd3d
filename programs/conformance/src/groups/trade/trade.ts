import type { JudgedRecords } from '../../checks/download-records.js';
import { byValue, type Choosing, type FilteredDownload } from '../../checks/filters.js';
import { textOf } from '../../checks/records.js';
import { batchFunctions, stepPath } from '../../contract/batch-functions.js';
import { wholeMonth } from '../../market/slips.js';
import type { Fields } from '../../probe/answer.js';
import { type Downloaded, download } from '../../probe/batches.js';
import type { Probe } from '../../probe/probe.js';
import { todayInJapan } from '../../rules/calendar.js';

export const get = stepPath('trade', 'get');
export const request = stepPath('trade', 'request');

/** All values of `status_code`. Criteria with all of these values select slips of all kinds. */
export const statusCodes = ['10', '20', '40', '41', '60', '61', '68', '80', '84', '88', '90'];

const daysBack = 45;
const orderDate = 2;

/** A period that contains the order dates of the kit's own slips or, without the kit's market, the last weeks. */
export function period({ target }: Pick<Probe, 'target'>): object {
  const days = target.isPrepared
    ? wholeMonth(orderDate)
    : { target_date_from: todayInJapan(-daysBack), target_date_to: todayInJapan(1) };
  return { target_date_set: String(orderDate), ...days };
}

/** Downloads all slips of the period, of every kind. */
export const allSlips: FilteredDownload = {
  name: 'trade',
  whole: (probe) => ({ ...period(probe), status_code: statusCodes }),
  keyOf,
};

export async function slipsOf(probe: Probe): Promise<Downloaded> {
  const downloaded = await download(probe, 'trade', allSlips.whole(probe));
  if (downloaded.count < 2) probe.cannotJudge('the caller has fewer than two slips in the period');
  return downloaded;
}

/** The trade download for the requirements that exist for both record downloads. */
export const judgedSlips: JudgedRecords = {
  of: batchFunctions.trade,
  download: slipsOf,
  values: 'Every value of a trade record is a string, even an amount.',
  order: [
    'Trade records are sorted by the requested date, then by trade_id and member_code_self, byte by byte.',
    'order_day, trade_id, member_code_self',
  ],
  keyOf: read('order_day', 'trade_id', 'member_code_self'),
};

/** The key of a trade record (Spec 10). */
export function keyOf(record: Fields): string {
  return `${textOf(record, 'trade_id')} ${textOf(record, 'member_code_self')}`;
}

/** A filter that compares a list of codes with values of a slip. */
export function codes(field: string, valuesOf: (record: Fields) => readonly string[]): Choosing {
  return byValue(field, valuesOf, (value) => [value]);
}

/** A filter by a coded value, and the condition that the selected slips must meet. */
export function coded(criteria: object, fits: (record: Fields) => boolean): Choosing {
  return { fields: Object.keys(criteria), choose: () => ({ criteria, fits }) };
}

/** Returns the values of the named fields of a slip. */
export function read(...fields: readonly string[]): (record: Fields) => readonly string[] {
  return (record) => fields.map((field) => textOf(record, field));
}

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

/** Every `status_code` of a slip: with them, slips of all kinds are selected. */
export const statusCodes = ['10', '20', '40', '41', '60', '61', '68', '80', '84', '88', '90'];

const daysBack = 45;
const orderDate = 2;

/** A period of order dates: that of the kit's own slips, or the last weeks. */
export function period({ target }: Pick<Probe, 'target'>): object {
  const days = target.isPrepared
    ? wholeMonth(orderDate)
    : { target_date_from: todayInJapan(-daysBack), target_date_to: todayInJapan(1) };
  return { target_date_set: String(orderDate), ...days };
}

/** All slips of the period, of whatever kind. */
export const allSlips: FilteredDownload = {
  name: 'trade',
  whole: (probe) => ({ ...period(probe), status_code: statusCodes }),
  keyOf,
};

export async function slipsOf(probe: Probe): Promise<Downloaded> {
  const downloaded = await download(probe, 'trade', allSlips.whole(probe));
  if (downloaded.count < 2) probe.cannotJudge('the caller has no two slips in the period');
  return downloaded;
}

/** The judgement about its records. */
export const judgedSlips: JudgedRecords = {
  of: batchFunctions.trade,
  download: slipsOf,
  values: 'Every value of a trade record is a string, amounts too.',
  order: [
    'Trade records stand by the asked date, then trade_id and member_code_self, byte by byte.',
    'order_day, trade_id, member_code_self',
  ],
  keyOf: read('order_day', 'trade_id', 'member_code_self'),
};

/** The key of a trade record (Spec 10). */
export function keyOf(record: Fields): string {
  return `${textOf(record, 'trade_id')} ${textOf(record, 'member_code_self')}`;
}

/** A list of codes that is compared with some texts of a slip. */
export function codes(field: string, valuesOf: (record: Fields) => readonly string[]): Choosing {
  return byValue(field, valuesOf, (value) => [value]);
}

/** A coded value, and its meaning for a slip. */
export function coded(criteria: object, fits: (record: Fields) => boolean): Choosing {
  return { fields: Object.keys(criteria), choose: () => ({ criteria, fits }) };
}

/** Fields of a slip by their names. */
export function read(...fields: readonly string[]): (record: Fields) => readonly string[] {
  return (record) => fields.map((field) => textOf(record, field));
}

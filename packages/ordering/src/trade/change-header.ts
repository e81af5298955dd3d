import type { TradeRecord } from '@trading-platform/domain-types';

/**
 * The bytes that separate the text fields of a slip from its lists. No text of a slip contains the separating bytes, because
 * quotation marks in texts are escaped.
 */
const listsStart = Buffer.from(',"partner_group_list":');

/**
 * Returns the rendered body of a slip in which the values of some text fields are replaced. The lists are copied without parsing,
 * because they make up most of the body.
 *
 * @param body the record's JSON object after the batch's own fields: `"trade_id":"…",…}`
 */
export function changeHeader(body: Buffer, changes: Partial<TradeRecord>): Buffer {
  const end = body.indexOf(listsStart);
  const header = JSON.parse(`{${body.toString('utf8', 0, end)}}`) as Partial<TradeRecord>;
  const changed = JSON.stringify({ ...header, ...changes }).slice(1, -1);
  return Buffer.concat([Buffer.from(changed), body.subarray(end)]);
}

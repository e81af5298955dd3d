import type { TradeRecord } from '@trading-platform/domain-types';

/** The bytes between a slip's texts and its lists. No text contains them, because quotation marks in texts are escaped. */
const listsStart = Buffer.from(',"partner_group_list":');

/**
 * A slip's rendered body with other values of some of its texts. Its lists are copied, as they are nearly all of it.
 *
 * @param body the record's JSON object after the batch's own fields: `"trade_id":"…",…}`
 */
export function changeHeader(body: Buffer, changes: Partial<TradeRecord>): Buffer {
  const end = body.indexOf(listsStart);
  const header = JSON.parse(`{${body.toString('utf8', 0, end)}}`) as Partial<TradeRecord>;
  const changed = JSON.stringify({ ...header, ...changes }).slice(1, -1);
  return Buffer.concat([Buffer.from(changed), body.subarray(end)]);
}

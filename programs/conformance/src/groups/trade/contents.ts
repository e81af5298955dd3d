import { asDelivered, withoutBatch } from '../../checks/as-loaded.js';
import { listOf, textOf } from '../../checks/records.js';
import { detailFields, partnerGroupFields, tradeFields } from '../../contract/trade-fields.js';
import { slips } from '../../market/slips.js';
import type { Fields } from '../../probe/answer.js';
import type { Requirement } from '../../requirement/requirement.js';
import { keyOf, slipsOf, statusCodes } from './trade.js';

/** Requirements about the contents of the records (Spec 2). */
export const contentRequirements: readonly Requirement[] = [
  {
    id: 'TRD-010',
    source: 'open-points: slip-status',
    says: 'status_code is one of the eleven slip statuses.',
    check: async (probe) => {
      const { get, records } = await slipsOf(probe);
      const other = records.find((record) => !statusCodes.includes(textOf(record, 'status_code')));
      get.expect(other === undefined, `status_code is ${JSON.stringify(other?.['status_code'])}`);
    },
  },
  {
    id: 'TRD-011',
    source: 'open-points: fields-without-a-value',
    says: 'Each field of a slip has the loaded value; a field that was not loaded is "".',
    needs: ['market'],
    check: async (probe) => {
      const { get, records } = await slipsOf(probe);
      const loaded = new Map(slips.map((slip) => [keyOf(slip), slip]));
      for (const record of records) {
        const slip = loaded.get(keyOf(record)) ?? get.fail(`${textOf(record, 'trade_id')} was not loaded`);
        get.expectEqual(withoutBatch(record), wantedSlip(slip), textOf(record, 'trade_id'));
      }
    },
  },
];

const lists = ['partner_group_list', 'detail_list'];
const ofRecord = tradeFields.filter((field) => !['batch_id', 'seq', 'create_date', ...lists].includes(field));

function wantedSlip(slip: Fields): Fields {
  return {
    ...asDelivered(slip, ofRecord),
    partner_group_list: listOf(slip, 'partner_group_list').map((group) => asDelivered(group, partnerGroupFields)),
    detail_list: listOf(slip, 'detail_list').map((line) => asDelivered(line, detailFields)),
  };
}

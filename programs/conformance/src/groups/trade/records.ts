import { expectCreateDate } from '../../checks/create-date.js';
import {
  expectFieldsOfAll,
  expectNumbered,
  expectOrdered,
  expectTexts,
  linesOf,
  textOf,
} from '../../checks/records.js';
import { detailFields, partnerGroupFields, tradeFields } from '../../contract/trade-fields.js';
import type { Requirement } from '../../requirement/requirement.js';
import { slipsOf } from './trade.js';

/** What a trade record looks like (Spec 2.5). */
export const recordRequirements: readonly Requirement[] = [
  {
    id: 'TRD-001',
    source: '2.5',
    says: 'A trade record has its 93 fields, in the order of the contract.',
    check: async (probe) => {
      const { get, records } = await slipsOf(probe);
      expectFieldsOfAll(get, records, tradeFields, 'trade');
    },
  },
  {
    id: 'TRD-002',
    source: '2.5',
    says: 'A line of detail_list[] has its 50 fields, in the order of the contract.',
    check: async (probe) => {
      const { get, records } = await slipsOf(probe);
      const lines = linesOf(get, records, 'detail_list');
      if (lines.length === 0) probe.cannotJudge('no slip has a line');
      expectFieldsOfAll(get, lines, detailFields, 'detail_list');
    },
  },
  {
    id: 'TRD-003',
    source: '2.5',
    says: 'An element of partner_group_list[] has its two fields, in the order of the contract.',
    check: async (probe) => {
      const { get, records } = await slipsOf(probe);
      const groups = linesOf(get, records, 'partner_group_list');
      if (groups.length === 0) probe.cannotJudge('no slip has a group of the partner');
      expectFieldsOfAll(get, groups, partnerGroupFields, 'partner_group_list');
    },
  },
  {
    id: 'TRD-004',
    source: '2',
    says: 'Every value of a trade record is a string, amounts too.',
    check: async (probe) => {
      const { get, records } = await slipsOf(probe);
      expectTexts(get, records, 'trade', ['partner_group_list', 'detail_list']);
      expectTexts(get, linesOf(get, records, 'detail_list'), 'detail_list');
      expectTexts(get, linesOf(get, records, 'partner_group_list'), 'partner_group_list');
    },
  },
  {
    id: 'TRD-005',
    source: '2.3',
    says: 'The records of a trade download are numbered from 1 without a gap.',
    check: async (probe) => {
      const { get, records, count } = await slipsOf(probe);
      expectNumbered(get, records);
      get.expectEqual(records.length, count, 'the number of records');
    },
  },
  {
    id: 'TRD-006',
    source: '2.5',
    says: 'Each trade record names its batch.',
    check: async (probe) => {
      const { get, records, batchId } = await slipsOf(probe);
      for (const record of records) get.expectEqual(record['batch_id'], batchId, 'batch_id');
    },
  },
  {
    id: 'TRD-007',
    source: 'open-points: snapshot-of-a-batch',
    says: 'create_date is the instant of the data in Japan time, the same in all trade records.',
    check: async (probe) => {
      const { get, records } = await slipsOf(probe);
      expectCreateDate(get, records);
    },
  },
  {
    id: 'TRD-008',
    source: 'open-points: order-of-records',
    says: 'Trade records stand by the asked date, then trade_id and member_code_self, byte by byte.',
    check: async (probe) => {
      const { get, records } = await slipsOf(probe);
      const keys = records.map((record) =>
        ['order_day', 'trade_id', 'member_code_self'].map((field) => textOf(record, field)),
      );
      expectOrdered(get, keys, 'order_day, trade_id, member_code_self');
    },
  },
  {
    id: 'TRD-009',
    source: '4.8',
    says: 'A trade get answers the envelope and trade[].',
    check: async (probe) => {
      const { get } = await slipsOf(probe);
      get.expectNormal().expectFields(get.body, ['request_id', 'result', 'error_list', 'trade'], 'the answer');
    },
  },
  {
    id: 'TRD-010',
    source: 'open-points: slip-status',
    says: 'status_code is one of the eleven slip statuses.',
    check: async (probe) => {
      const { get, records } = await slipsOf(probe);
      const known = '10 20 40 41 60 61 68 80 84 88 90'.split(' ');
      const other = records.find((record) => !known.includes(textOf(record, 'status_code')));
      get.expect(other === undefined, `status_code is ${JSON.stringify(other?.['status_code'])}`);
    },
  },
];

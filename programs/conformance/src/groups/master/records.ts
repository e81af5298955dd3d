import { expectCreateDate } from '../../checks/create-date.js';
import { expectFieldsOfAll, expectNumbered, expectOrdered, expectTexts, linesOf } from '../../checks/records.js';
import { buyFields, catalogFields, masterFields } from '../../contract/master-fields.js';
import type { Requirement } from '../../requirement/requirement.js';
import { keyParts, ownProducts } from './master.js';

const needs = ['records'] as const;

/** What a master record looks like (Spec 2.4). */
export const recordRequirements: readonly Requirement[] = [
  {
    id: 'MAS-001',
    source: '2.4',
    says: 'A master record has its 17 fields, in the order of the contract.',
    needs,
    check: async (probe) => {
      const { get, records } = await ownProducts(probe);
      expectFieldsOfAll(get, records, masterFields, 'master');
    },
  },
  {
    id: 'MAS-002',
    source: '2.4',
    says: 'A line of buy[] has its 152 fields, in the order of the contract.',
    needs,
    check: async (probe) => {
      const { get, records } = await ownProducts(probe);
      const lines = linesOf(get, records, 'buy');
      if (lines.length === 0) probe.cannotJudge('no product has a buy line');
      expectFieldsOfAll(get, lines, buyFields, 'buy');
    },
  },
  {
    id: 'MAS-003',
    source: '2.4',
    says: 'A line of catalog[] has its 48 fields, in the order of the contract.',
    needs,
    check: async (probe) => {
      const { get, records } = await ownProducts(probe);
      const lines = linesOf(get, records, 'catalog');
      if (lines.length === 0) probe.cannotJudge('no product has a catalog line');
      expectFieldsOfAll(get, lines, catalogFields, 'catalog');
    },
  },
  {
    id: 'MAS-004',
    source: '2',
    says: 'Every value of a master record is a string; one that does not exist is "".',
    needs,
    check: async (probe) => {
      const { get, records } = await ownProducts(probe);
      expectTexts(get, records, 'master', ['buy', 'catalog']);
      expectTexts(get, linesOf(get, records, 'buy'), 'buy');
      expectTexts(get, linesOf(get, records, 'catalog'), 'catalog');
    },
  },
  {
    id: 'MAS-005',
    source: '2.3',
    says: 'The records of a master download are numbered from 1 without a gap.',
    needs,
    check: async (probe) => {
      const { get, records, count } = await ownProducts(probe);
      expectNumbered(get, records);
      get.expectEqual(records.length, count, 'the number of records');
    },
  },
  {
    id: 'MAS-006',
    source: '2.4',
    says: 'Each master record names its batch.',
    needs,
    check: async (probe) => {
      const { get, records, batchId } = await ownProducts(probe);
      for (const record of records) get.expectEqual(record['batch_id'], batchId, 'batch_id');
    },
  },
  {
    id: 'MAS-007',
    source: 'open-points: snapshot-of-a-batch',
    says: 'create_date is the instant of the data in Japan time, the same in all master records.',
    needs,
    check: async (probe) => {
      const { get, records } = await ownProducts(probe);
      expectCreateDate(get, records);
    },
  },
  {
    id: 'MAS-008',
    source: 'open-points: order-of-records',
    says: 'Master records stand by own member, partner and item, byte by byte.',
    needs,
    check: async (probe) => {
      const { get, records } = await ownProducts(probe);
      expectOrdered(get, records.map(keyParts), 'own member, partner, item');
    },
  },
  {
    id: 'MAS-009',
    source: '4.7',
    says: 'Without a list about own members a master download has one own member only, the caller.',
    needs,
    check: async (probe) => {
      const { get, records } = await ownProducts(probe);
      const members = new Set(records.map((record) => record['member_code']));
      get.expectEqual(members.size, 1, 'the number of own members');
    },
  },
  {
    id: 'MAS-010',
    source: '4.7',
    says: 'A master get answers the envelope and master[].',
    needs,
    check: async (probe) => {
      const { get } = await ownProducts(probe);
      get.expectNormal().expectFields(get.body, ['request_id', 'result', 'error_list', 'master'], 'the answer');
    },
  },
];

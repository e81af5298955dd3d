import type { Requirement } from '../../requirement/requirement.js';
import { check, emptyBatch, get } from './known-batch.js';

const numbers = 'open-points: sequence-numbers';

/** Requirements about wrong batch ids and wrong ranges. */
export const rangeRequirements: readonly Requirement[] = [
  refusedRange(
    'BAT-030',
    numbers,
    'A seq_from of 0 is refused with E000011, and the error names seq_from.',
    ['0', '1'],
    ['seq_from', 'E000011'],
  ),
  refusedRange(
    'BAT-031',
    numbers,
    'An end before the start is refused with E000011, and the error names seq_to.',
    ['3', '2'],
    ['seq_to', 'E000011'],
  ),
  refusedRange(
    'BAT-032',
    numbers,
    'A number with characters other than digits is refused with E000002.',
    ['first', '2'],
    ['seq_from', 'E000002'],
  ),
  refusedRange('BAT-033', numbers, 'A minus sign is refused with E000002.', ['-1', '2'], ['seq_from', 'E000002']),
  refusedRange(
    'BAT-034',
    numbers,
    'Numbers above 2^53 - 1 are refused with E000011.',
    ['1', '9007199254740992'],
    ['seq_to', 'E000011'],
  ),
  refusedRange(
    'BAT-035',
    '4.6',
    'A request without seq_to is refused with E000001.',
    ['1', undefined],
    ['seq_to', 'E000001'],
  ),
  {
    id: 'BAT-036',
    source: '4.6',
    says: 'A request without batch_id is refused with E000001.',
    check: async (probe) => (await check(probe, undefined)).expectRefusal(400, ['batch_id', 'E000001']),
  },
  {
    id: 'BAT-037',
    source: '4.6',
    says: 'A batch_id with characters other than digits is refused with E000002.',
    check: async (probe) => (await check(probe, '12a')).expectRefusal(400, ['batch_id', 'E000002']),
  },
  {
    id: 'BAT-038',
    source: '8',
    says: 'A batch_id has at most 18 digits; a longer one is refused with E000003.',
    check: async (probe) => (await check(probe, '1'.repeat(19))).expectRefusal(400, ['batch_id', 'E000003']),
  },
  {
    id: 'BAT-039',
    source: '7',
    says: 'An unknown batch is refused with E000009, at confirm and at get.',
    check: async (probe) => {
      (await check(probe, '999999999999999999')).expectRefusal(400, ['batch_id', 'E000009']);
      (await get(probe, '999999999999999999', '1', '1')).expectRefusal(400, ['batch_id', 'E000009']);
    },
  },
  {
    id: 'BAT-040',
    source: '7',
    says: 'A batch of another function is refused with E000009.',
    check: async (probe) => {
      const { batchId } = await emptyBatch(probe);
      const answer = await probe.call('/trade/download/check', { batch_id: batchId });
      answer.expectRefusal(400, ['batch_id', 'E000009']);
    },
  },
  {
    id: 'BAT-041',
    source: 'open-points: batch-id-and-ownership',
    says: 'For another client of the same member the batch does not exist: E000009.',
    needs: ['other client'],
    check: async (probe) => {
      const { batchId } = await emptyBatch(probe);
      (await check(probe, batchId, { withOtherClient: true })).expectRefusal(400, ['batch_id', 'E000009']);
      (await get(probe, batchId, '1', '1', { withOtherClient: true })).expectRefusal(400, ['batch_id', 'E000009']);
    },
  },
  {
    id: 'BAT-042',
    source: 'open-points: batch-id-and-ownership',
    says: 'For another member the batch does not exist: E000009.',
    needs: ['other member'],
    check: async (probe) => {
      const { batchId } = await emptyBatch(probe);
      (await check(probe, batchId, { as: 'stranger' })).expectRefusal(400, ['batch_id', 'E000009']);
      (await get(probe, batchId, '1', '1', { as: 'stranger' })).expectRefusal(400, ['batch_id', 'E000009']);
    },
  },
];

function refusedRange(
  id: string,
  source: string,
  says: string,
  [from, to]: readonly [unknown, unknown],
  error: readonly [string, string],
): Requirement {
  return {
    id,
    source,
    says,
    check: async (probe) => (await get(probe, (await emptyBatch(probe)).batchId, from, to)).expectRefusal(400, error),
  };
}

import { envelopeFields } from '../../contract/object-shape.js';
import { endedBatch, getRange, requestBatch, waitingAnswer } from '../../probe/batches.js';
import type { Requirement } from '../../requirement/requirement.js';
import { ownProducts } from './master.js';

const needs = ['records'] as const;
const appliedChanges = /\bchanges-since\b/;

/** Requirements about changes and acknowledgements of master downloads (Spec 10). */
export const batchRequirements: readonly Requirement[] = [
  {
    id: 'MAS-091',
    source: '10',
    says: 'A finished master download has X-Change-Cursor; if nothing has changed since then, a batch of changes has no records.',
    needs: ['market'],
    check: async (probe) => {
      const criteria = { exist_mc: '1' };
      const { check } = await endedBatch(probe, 'master', criteria);
      const cursor = check.header('x-change-cursor') ?? check.fail('there is no X-Change-Cursor');
      const Prefer = `wait=20, changes-since=${cursor}`;
      const changes = await waitingAnswer(() => requestBatch(probe, 'master', criteria, { headers: { Prefer } }));
      changes.expectNormal().expectHeader('Preference-Applied', appliedChanges);
      changes.expectEqual(changes.body['batch_flg'], '0', 'batch_flg');
    },
  },
  {
    id: 'MAS-092',
    source: '10',
    says: 'A master download has nothing to mark, so delivery=acknowledged is not applied to its get.',
    needs,
    check: async (probe) => {
      const { batchId } = await ownProducts(probe);
      const get = await getRange(probe, 'master', batchId, [1, 1], { headers: { Prefer: 'delivery=acknowledged' } });
      get.expectNormal().expectNoHeader('Preference-Applied');
    },
  },
  {
    id: 'MAS-093',
    source: '10',
    says: 'An acknowledgement of a master download is accepted, but has no effect.',
    needs,
    check: async (probe) => {
      const { batchId } = await ownProducts(probe);
      const answer = await probe.call(`/batches/${batchId}/delivered`, { seq_from: '1', seq_to: '2' });
      answer.expectNormal().expectFields(answer.body, envelopeFields, 'the answer');
    },
  },
  {
    id: 'MAS-094',
    source: 'open-points: changes-only',
    says: 'A full batch has no removed keys.',
    needs,
    check: async (probe) => {
      const { batchId } = await ownProducts(probe);
      const answer = await probe.get(`/batches/${batchId}/removed`);
      answer.expectStatus(200).expectEqual(answer.text, '', 'the body');
    },
  },
];

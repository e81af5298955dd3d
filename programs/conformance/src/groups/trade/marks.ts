import { anOrder, slipsWithIds, takenOrders } from '../../checks/orders.js';
import { textOf } from '../../checks/records.js';
import { envelopeFields } from '../../contract/object-shape.js';
import type { Answer } from '../../probe/answer.js';
import { type EndedBatch, endedBatch, getRange } from '../../probe/batches.js';
import type { CallOptions, Probe } from '../../probe/probe.js';
import type { Requirement } from '../../requirement/requirement.js';
import { slipsOf } from './trade.js';

const source = 'open-points: downloaded-or-not';
const needs = ['market'] as const;
const byCaller = { Prefer: 'delivery=acknowledged' };

/** Creates a new slip of `head` that no client has downloaded yet. */
async function newSlip(probe: Probe, change: object = {}): Promise<string> {
  const [result = {}] = await takenOrders(probe, [anOrder(change)]);
  return textOf(result, 'trade_id');
}

/** Requests the slip with this value of `not_downloaded_flg`, which selects the slip only if its delivery mark fits. */
async function isSelected(probe: Probe, id: string, flag: '1' | '2', options: CallOptions = {}): Promise<EndedBatch> {
  return endedBatch(probe, 'trade', { ...slipsWithIds([id]), not_downloaded_flg: flag }, options);
}

async function expectDownloaded(
  probe: Probe,
  id: string,
  isDownloaded: boolean,
  options: CallOptions = {},
): Promise<void> {
  const [notYet, downloaded] = [await isSelected(probe, id, '1', options), await isSelected(probe, id, '2', options)];
  const [wantedNotYet, wantedDownloaded] = isDownloaded ? [0, 1] : [1, 0];
  notYet.check.expectEqual(notYet.count, wantedNotYet, 'record_count with not_downloaded_flg 1');
  downloaded.check.expectEqual(downloaded.count, wantedDownloaded, 'record_count with not_downloaded_flg 2');
}

/** Reads a slip without marking it as delivered. Returns the batch and the answer. */
async function getUnmarked(probe: Probe, id: string): Promise<{ readonly batchId: string; readonly get: Answer }> {
  const { batchId } = await endedBatch(probe, 'trade', slipsWithIds([id]));
  return { batchId, get: await getRange(probe, 'trade', batchId, [1, 1], { headers: byCaller }) };
}

function acknowledge(probe: Probe, batchId: string, range: object = { seq_from: '1', seq_to: '1' }): Promise<Answer> {
  return probe.call(`/batches/${batchId}/delivered`, range);
}

/** Requirements about which slips count as downloaded (Spec 4.8, 10). */
export const markRequirements: readonly Requirement[] = [
  {
    id: 'TRD-121',
    source,
    says: 'A slip that was not downloaded is selected by not_downloaded_flg 1 and not by 2.',
    needs,
    check: async (probe) => expectDownloaded(probe, await newSlip(probe), false),
  },
  {
    id: 'TRD-122',
    source: '10',
    says: 'With Prefer: delivery=acknowledged, a get marks nothing, and Preference-Applied confirms this.',
    needs,
    check: async (probe) => {
      const id = await newSlip(probe);
      const { get } = await getUnmarked(probe, id);
      get.expectNormal().expectHeader('Preference-Applied', /\bdelivery=acknowledged\b/);
      await expectDownloaded(probe, id, false);
    },
  },
  {
    id: 'TRD-123',
    source: '10',
    says: 'An acknowledged slip counts as downloaded; the answer to the acknowledgement is the envelope, and the call may be repeated.',
    needs,
    check: async (probe) => {
      const id = await newSlip(probe);
      const { batchId } = await getUnmarked(probe, id);
      for (const answer of [await acknowledge(probe, batchId), await acknowledge(probe, batchId)]) {
        answer.expectNormal().expectFields(answer.body, envelopeFields, 'the answer');
      }
      await expectDownloaded(probe, id, true);
    },
  },
  {
    id: 'TRD-124',
    source,
    says: 'A slip that one client has downloaded is not downloaded for another client of the same member.',
    needs: ['market', 'other client'],
    check: async (probe) => {
      const id = await newSlip(probe);
      const { batchId } = await getUnmarked(probe, id);
      (await acknowledge(probe, batchId)).expectNormal();
      await expectDownloaded(probe, id, false, { withOtherClient: true });
    },
  },
  {
    id: 'TRD-125',
    source,
    says: 'A slip that was changed after its download counts as not downloaded.',
    needs,
    check: async (probe) => {
      const id = await newSlip(probe, { send_flg: '0' });
      const { batchId } = await getUnmarked(probe, id);
      (await acknowledge(probe, batchId)).expectNormal();
      (await probe.call('/order/generate', { trade_id_list: [id] })).expectNormal();
      await expectDownloaded(probe, id, false);
    },
  },
  {
    id: 'TRD-126',
    source: '10',
    says: 'An acknowledgement must have seq_from and seq_to.',
    check: async (probe) => {
      const { batchId } = await slipsOf(probe);
      const answer = await acknowledge(probe, batchId, {});
      answer.expectRefusal(400, ['seq_from', 'E000001'], ['seq_to', 'E000001']);
    },
  },
];

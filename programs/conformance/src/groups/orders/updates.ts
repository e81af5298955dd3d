import { anOrder, newUploadNo, takenOrders } from '../../checks/orders.js';
import { expectShape, expectTextsOf, listOf, textOf } from '../../checks/records.js';
import { batchFunctions } from '../../contract/batch-functions.js';
import type { Answer, Fields } from '../../probe/answer.js';
import { awaitEnd, getRange, requestBatch } from '../../probe/batches.js';
import type { CallOptions, Probe } from '../../probe/probe.js';
import type { Requirement } from '../../requirement/requirement.js';

const needs = ['market'] as const;
const openPoint = 'open-points: updates-of-slips';
const nobody = 'CK-NOBODY-HAS-THIS';
const asSeller = { as: 'seller' } as const;

interface Outcomes {
  readonly get: Answer;
  readonly results: readonly Fields[];
}

/** Updates slips, waits until the batch has ended, and gets the outcomes. */
async function update(probe: Probe, updates: readonly object[], options: CallOptions = {}): Promise<Outcomes> {
  const requested = await requestBatch(probe, 'update', { slip_list: updates }, options);
  const { batchId } = await awaitEnd(probe, 'update', requested.expectStatus(200).string('batch_id'), options);
  const get = await getRange(probe, 'update', batchId, [1, updates.length], options);
  return { get, results: get.expectNormal().list('result_list') };
}

function anUpdate(slip: Fields, action: string, change: object = {}): object {
  const { trade_id, version } = slip;
  return { update_no: newUploadNo(), trade_id, version, action, ...change };
}

/** The slip of a new order that `head` has sent. */
async function sentSlip(probe: Probe): Promise<Fields> {
  const [slip = {}] = await takenOrders(probe, [anOrder()]);
  return slip;
}

function errorsOf(result: Fields | undefined): readonly string[] {
  return listOf(result ?? {}, 'error_list').map(
    (error) => `${textOf(error, 'error_item')} ${textOf(error, 'error_code')}`,
  );
}

/** A slip that its seller has confirmed, together with the update of a slip that nobody has. */
function confirmed(probe: Probe): Promise<Outcomes & { readonly slip: Fields; readonly sent: readonly object[] }> {
  return probe.once('confirmed slip', async () => {
    const slip = await sentSlip(probe);
    const sent = [anUpdate(slip, 'confirm'), anUpdate({ trade_id: nobody, version: '1' }, 'confirm')];
    return { slip, sent, ...(await update(probe, sent, asSeller)) };
  });
}

async function versionFor(probe: Probe, slip: Fields, options: CallOptions): Promise<string> {
  const answer = (await probe.get(`/trades/${textOf(slip, 'trade_id')}`, options)).expectNormal();
  return textOf(answer.body['trade'] as Fields, 'version');
}

/** Requirements about the results of updates of slips (Spec 4.11). */
export const updateRequirements: readonly Requirement[] = [
  {
    id: 'ORD-151',
    source: '4.11',
    says: 'An update has one outcome for each element, with exactly ten fields, in the order of the request.',
    needs,
    check: async (probe) => {
      const { get, results, sent } = await confirmed(probe);
      for (const shape of batchFunctions.update.shapes) expectShape(get, shape);
      expectTextsOf(get, batchFunctions.update.shapes[0]!);
      get.expectEqual(
        results.map(({ seq, update_no, trade_id }) => [seq, update_no, trade_id]),
        (sent as readonly Fields[]).map(({ update_no, trade_id }, index) => [String(index + 1), update_no, trade_id]),
        'seq, update_no and trade_id',
      );
    },
  },
  {
    id: 'ORD-152',
    source: '4.11',
    says: 'An unknown slip gets E000020 in the result of its update; the other updates are made.',
    needs,
    check: async (probe) => {
      const { get, results } = await confirmed(probe);
      get.expectEqual(
        results.map(({ result }) => result),
        ['0', '1'],
        'result',
      );
      get.expectEqual(results[0]?.['status_code'], '40', 'the status of the confirmed slip');
      get.expectEqual(errorsOf(results[1]), ['trade_id E000020'], 'error_list');
    },
  },
  {
    id: 'ORD-153',
    source: '4.11',
    says: "An updated slip has the same next version in both sides' views.",
    needs,
    check: async (probe) => {
      const { get, results, slip } = await confirmed(probe);
      const version = results[0]?.['version'];
      get.expectEqual(version, String(Number(slip['version']) + 1), 'version');
      get.expectEqual(await versionFor(probe, slip, {}), version, "the version of the buyer's view");
      get.expectEqual(await versionFor(probe, slip, asSeller), version, "the version of the seller's view");
    },
  },
  {
    id: 'ORD-154',
    source: '4.11',
    says: 'If the same update is sent again, the answer is the same; a different update with this update_no gets E000015.',
    needs,
    check: async (probe) => {
      const { sent, results } = await confirmed(probe);
      const [first] = sent;
      const repeat = await update(probe, [first!], asSeller);
      repeat.get.expectEqual(repeat.results[0], results[0], 'the outcome of the repeat');
      const other = await update(probe, [{ ...first, trade_comment: 'thanks' }], asSeller);
      other.get.expectEqual(errorsOf(other.results[0]), ['update_no E000015'], 'error_list');
    },
  },
  {
    id: 'ORD-155',
    source: openPoint,
    says: 'The version is checked before the side: a buyer that confirms gets E000013 for a wrong version, and E000022 for the right version.',
    needs,
    check: async (probe) => {
      const slip = await sentSlip(probe);
      const late = await update(probe, [anUpdate({ ...slip, version: '9' }, 'confirm')]);
      late.get.expectEqual(errorsOf(late.results[0]), ['version E000013'], 'error_list for another version');
      const wrong = await update(probe, [anUpdate(slip, 'confirm')]);
      wrong.get.expectEqual(errorsOf(wrong.results[0]), ['action E000022'], 'error_list for the right version');
    },
  },
  {
    id: 'ORD-156',
    source: openPoint,
    says: 'The fields of cancel depend on the side: a seller must send trade_comment, and a buyer cannot send it.',
    needs,
    check: async (probe) => {
      const slip = await sentSlip(probe);
      const ofSeller = await update(probe, [anUpdate(slip, 'cancel')], asSeller);
      ofSeller.get.expectEqual(errorsOf(ofSeller.results[0]), ['trade_comment E000001'], 'error_list of the seller');
      const ofBuyer = await update(probe, [anUpdate(slip, 'cancel', { trade_comment: 'no' })]);
      ofBuyer.get.expectEqual(errorsOf(ofBuyer.results[0]), ['trade_comment E000004'], 'error_list of the buyer');
      const made = await update(probe, [anUpdate(slip, 'cancel')]);
      made.get.expectEqual(made.results[0]?.['status_code'], '41', 'status_code');
    },
  },
];

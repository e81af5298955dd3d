import { type Transaction, tableOf } from '@trading-platform/database';
import type { SlipChange } from '../../../history/slip-change.js';
import { firstVersion } from '../../../order/slip-version.js';
import type { SlipNumbers } from '../../../order/slip-views.js';
import type { OrderSlip } from '../../../order/upload-outcome.js';
import type { Slip } from '../../../trade/trade-format.js';
import type { MadeUpdate, UpdateCaller, UpdateToMake } from '../../../trade-update/trade-update-store.js';
import type { UpdateAnswer } from '../../../trade-update/update-number.js';
import { SlipEntity } from '../../entities/slip.entity.js';
import { takeNumbers } from '../common/counters.js';
import { keyText, type OwnNumber } from '../common/own-numbers.js';
import { rowsOfKeys } from '../common/rows-of-keys.js';
import { newSlip, noLoad, type PlacedSlip, writeSlips } from '../downloads/slip-rows.js';
import { tellOfViews, type ViewChange } from '../events/slip-events.js';
import { writeLives } from '../history/slip-lives.js';
import { writeHistory } from '../history/write-history.js';
import { bindUpdateNumbers, findUpdateNumbers } from './update-numbers.js';

/** @see TradeUpdateStore.make */
export async function makeUpdates(
  transaction: Transaction,
  updates: readonly UpdateToMake[],
  caller: UpdateCaller,
): Promise<MadeUpdate[]> {
  // While the slip numbers are locked, no other transaction can change slips or bind update numbers.
  const made = updates.flatMap(({ madeViews }) => madeViews);
  const firstId = await takeNumbers(transaction, 'slip', made.length);
  const keyOf = ({ updateNo }: UpdateToMake): OwnNumber => [caller.memberCode, updateNo];
  const bound = await findUpdateNumbers(transaction, updates.map(keyOf));
  const stored = await storedSlips(transaction, updates);
  const answers = updates.map((update): MadeUpdate => {
    const before = bound.get(keyText(keyOf(update)));
    if (before !== undefined) return { bound: before };
    const views = stored.get(update.slip.tradeId);
    if (views === undefined) return { removed: true };
    const version = versionOf(views);
    if (version !== update.slip.version) return { changedTo: { statusCode: views[0]!.statusCode, version } };
    return { updated: updatedSlip(update) };
  });
  const taken = updates.flatMap((update, place) => {
    const answer = answers[place]!;
    return 'updated' in answer ? [{ update, updated: answer.updated }] : [];
  });
  await writeSlips(
    transaction,
    taken
      .flatMap(({ update }) => update.madeViews)
      .map((slip, index) => ({ slip, state: newSlip(slip, firstId + index) })),
    taken.flatMap(({ update }) => update.views.map((view) => changedView(view, update, stored))),
  );
  tellOfViews(
    transaction,
    taken.flatMap(({ update }) => toldViews(update, stored)),
  );
  await writeLives(
    transaction,
    taken.map(({ update: { slip, life } }) => ({ tradeId: slip.tradeId, life })),
  );
  await writeHistory(
    transaction,
    taken.flatMap(({ update }) => changesOf(update, caller)),
  );
  await bindUpdateNumbers(
    transaction,
    taken.map(({ update, updated }) => ({
      key: keyOf(update),
      tradeId: update.slip.tradeId,
      bound: { digest: update.digest, updated },
    })),
  );
  return answers;
}

const slips = tableOf(SlipEntity).only('id', 'tradeId', 'memberCodeSelf', 'statusCode', 'version', 'sentFrom');
type StoredView = ReturnType<typeof slips.read>;
type StoredSlips = ReadonlyMap<string, readonly StoredView[]>;

async function storedSlips(transaction: Transaction, updates: readonly UpdateToMake[]): Promise<StoredSlips> {
  const rows = await rowsOfKeys(
    transaction,
    slips,
    ['tradeId'],
    updates.map(({ slip }) => [slip.tradeId]),
  );
  return Map.groupBy(rows, ({ tradeId }) => tradeId);
}

function versionOf(views: readonly StoredView[]): number {
  return Math.max(...views.map(({ version }) => version));
}

function updatedSlip({ slip, views, made }: UpdateToMake): UpdateAnswer {
  return { statusCode: views[0]!.statusCode, version: slip.version + 1, made: made && madeSlip(made) };
}

function madeSlip({ tradeId, checkNumber }: SlipNumbers): OrderSlip {
  return { tradeId, checkNumber, version: firstVersion };
}

function changedView(view: Slip, { slip }: UpdateToMake, stored: StoredSlips): PlacedSlip {
  const row = stored.get(slip.tradeId)!.find(({ memberCodeSelf }) => memberCodeSelf === view.memberCodeSelf)!;
  const { id, sentFrom } = row;
  return {
    slip: view,
    state: {
      id,
      version: slip.version + 1,
      sentFrom,
      updateDate: view.updateDate,
      loadId: noLoad,
      formerDigest: null,
      formerVersion: null,
      formerUpdateDate: null,
    },
  };
}

/** Returns the changed views of the slip, and the views of the slip that the update made. */
function toldViews({ slip, views, madeViews }: UpdateToMake, stored: StoredSlips): ViewChange[] {
  const before = new Map(
    stored.get(slip.tradeId)?.map(({ memberCodeSelf, statusCode }) => [memberCodeSelf, statusCode]),
  );
  return [
    ...views.map((view): ViewChange => {
      const previousStatusCode = before.get(view.memberCodeSelf) ?? '';
      return { ...view, type: 'trade.updated', version: slip.version + 1, previousStatusCode };
    }),
    ...madeViews.map(
      (view): ViewChange => ({ ...view, type: 'trade.created', version: firstVersion, previousStatusCode: '' }),
    ),
  ];
}

/** Returns the entries of the histories of the slip and of the slip that the update made. */
function changesOf({ slip, side, action, changed, made }: UpdateToMake, { by, at }: UpdateCaller): SlipChange[] {
  const own = slip.views.find(({ isBuyers }) => isBuyers === (side === 'buyer'));
  const change = { at, action, by, side, memberCodeSelf: own?.memberCodeSelf ?? '' };
  return [
    { ...change, tradeId: slip.tradeId, version: slip.version + 1, changed },
    ...(made === undefined ? [] : [{ ...change, tradeId: made.tradeId, version: firstVersion, changed: [] }]),
  ];
}

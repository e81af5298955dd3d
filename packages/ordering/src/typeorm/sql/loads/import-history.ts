import type { Transaction } from '@trading-platform/database';
import { changedInBodies } from '../../../history/changed-fields.js';
import { type ChangedView, importActor, type SlipChange } from '../../../history/slip-change.js';
import { unpackBodies } from '../../../record/packed-body.js';
import { type StoredPart, storedColumns } from '../../../trade/field-columns.js';
import type { Slip } from '../../../trade/trade-format.js';
import { isOneOfNumbers } from '../common/json-rows.js';
import { writeHistory } from '../history/write-history.js';

/** A view that an import writes. */
export interface ImportedView {
  readonly id: number;
  readonly slip: Slip;
  /** The stored fields of the view before the chunk, or undefined if the chunk adds the view. */
  readonly before: StoredPart | undefined;
  /** The version of the slip with which the view is written. */
  readonly version: number;
}

/** The number of views whose bodies are decompressed at the same time. */
const viewsAtOnce = 100;

/**
 * Stores the changes of a chunk in the histories of its slips. This function is called before the bodies of the views are
 * replaced.
 */
export async function writeImportHistory(transaction: Transaction, views: readonly ImportedView[]): Promise<void> {
  const changed = await changedViews(transaction, views);
  const at = Date.now();
  const ofSlips = Map.groupBy(views, ({ slip }) => slip.tradeId);
  const changes = [...ofSlips].map(
    ([tradeId, ofSlip]): SlipChange => ({
      tradeId,
      version: Math.max(...ofSlip.map(({ version }) => version)),
      at,
      action: 'import',
      by: importActor,
      side: '',
      memberCodeSelf: '',
      changed: ofSlip.map((view) => changed.get(view)).filter((view) => view !== undefined),
    }),
  );
  await writeHistory(transaction, changes);
}

type ReplacedView = ImportedView & { readonly before: StoredPart };

async function changedViews(
  transaction: Transaction,
  views: readonly ImportedView[],
): Promise<ReadonlyMap<ImportedView, ChangedView>> {
  const replaced = views.filter((view): view is ReplacedView => view.before !== undefined);
  const changed = new Map<ImportedView, ChangedView>();
  for (let start = 0; start < replaced.length; start += viewsAtOnce) {
    const some = replaced.slice(start, start + viewsAtOnce);
    // oxlint-disable-next-line no-await-in-loop
    const former = await formerBodies(transaction, some);
    // oxlint-disable-next-line no-await-in-loop
    const latter = await unpackBodies(some.map(({ slip }) => ({ body: slip.packedBody })));
    for (const [place, view] of some.entries()) {
      const body = former.get(view.id);
      if (body !== undefined) changed.set(view, changedView(view, body, Buffer.from(latter[place]!.body)));
    }
  }
  return changed;
}

async function formerBodies(
  transaction: Transaction,
  views: readonly ReplacedView[],
): Promise<ReadonlyMap<number, Buffer>> {
  const rows = await transaction.query<{ readonly slip_id: number; readonly body: Buffer }>(
    `SELECT slip_id, body FROM slip_body WHERE ${isOneOfNumbers(transaction.dialect, 'slip_id', '$1')}`,
    [JSON.stringify(views.map(({ id }) => id))],
  );
  const bodies = await unpackBodies(rows);
  return new Map(rows.map(({ slip_id }, place) => [slip_id, Buffer.from(bodies[place]!.body)]));
}

function changedView({ slip, before }: ReplacedView, former: Buffer, latter: Buffer): ChangedView {
  const { header, lines } = changedInBodies(former, latter);
  const stored = storedColumns.filter(({ property }) => before[property] !== slip[property]);
  return { memberCodeSelf: slip.memberCodeSelf, header: [...header, ...stored.map(({ field }) => field)], lines };
}

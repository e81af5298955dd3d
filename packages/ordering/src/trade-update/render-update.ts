import { slipActionCodes, type TradeImport } from '@trading-platform/domain-types';
import type { ChangedFields } from '../history/slip-change.js';
import type { JsonBytes } from '../record/json-bytes.js';
import { packBodyAside } from '../record/packed-body.js';
import { type PackedCodes, renderSlip, type Slip } from '../trade/trade-format.js';

import type { AcceptedUpdate, UpdateToMake } from './trade-update-store.js';

/** The views of a slip after an accepted update, and the views of the slip that it makes. */
export interface UpdatedRecords {
  readonly after: readonly TradeImport[];
  /** What changed in each view. */
  readonly changed: readonly ChangedFields[];
  readonly made: readonly TradeImport[];
}

/** Renders the views of an accepted update in the given buffer. */
export async function renderUpdate(
  accepted: AcceptedUpdate,
  { after, changed, made }: UpdatedRecords,
  room: JsonBytes,
): Promise<UpdateToMake> {
  const codes = codesAfter(accepted);
  const [views, madeViews] = await Promise.all([renderAll(after, room, codes), renderAll(made, room, [])]);
  const changedViews = after.map((view, place) => ({ memberCodeSelf: view.member_code_self, ...changed[place]! }));
  return { ...accepted, views, changed: changedViews, madeViews };
}

/** Only a change of the order may add lines, remove them or change their products. */
function codesAfter({ action, slip }: AcceptedUpdate): readonly PackedCodes[] {
  return action === slipActionCodes.change ? [] : slip.views.map(({ codes }) => codes);
}

/** @param codes the codes of the products in the lines of each view, if they are known */
function renderAll(records: readonly TradeImport[], room: JsonBytes, codes: readonly PackedCodes[]): Promise<Slip[]> {
  return Promise.all(
    records.map(async (record, place) => {
      const { view, body } = renderSlip(record, room, { codes: codes[place] });
      return { ...view, packedBody: await packBodyAside(body) };
    }),
  );
}

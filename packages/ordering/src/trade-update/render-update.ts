import type { TradeImport } from '@trading-platform/domain-types';
import { changedFields } from '../history/changed-fields.js';
import type { JsonBytes } from '../record/json-bytes.js';
import { packBodyAside } from '../record/packed-body.js';
import { renderSlip, type Slip } from '../trade/trade-format.js';

import type { AcceptedUpdate, UpdateToMake } from './trade-update-store.js';

/** The views of a slip before and after an accepted update, and the views of the slip that it makes. */
export interface UpdatedRecords {
  readonly before: readonly TradeImport[];
  readonly after: readonly TradeImport[];
  readonly made: readonly TradeImport[];
}

/**
 * Renders the views of an accepted update in the given buffer.
 *
 * @param records the views before and after the update, in the same order
 */
export async function renderUpdate(
  accepted: AcceptedUpdate,
  { before, after, made }: UpdatedRecords,
  room: JsonBytes,
): Promise<UpdateToMake> {
  const changed = after.map((view, place) => ({
    memberCodeSelf: view.member_code_self,
    ...changedFields(before[place]!, view),
  }));
  const [views, madeViews] = await Promise.all([renderAll(after, room), renderAll(made, room)]);
  return { ...accepted, views, changed, madeViews };
}

function renderAll(records: readonly TradeImport[], room: JsonBytes): Promise<Slip[]> {
  return Promise.all(
    records.map(async (record) => {
      const { view, body } = renderSlip(record, room);
      return { ...view, packedBody: await packBodyAside(body) };
    }),
  );
}

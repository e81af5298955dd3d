import type { SlipAction } from '@trading-platform/domain-types';
import { japanTimeAt } from '../delivery/japan-time.js';
import { actingSide } from './acting-side.js';
import { sidesOf } from './judge-heads.js';
import { actionsOf } from './judge-update.js';
import type { TradeUpdateStore } from './trade-update-store.js';
import { defaultUpdateSettings, type UpdateSettings } from './update-settings.js';

/** When a slip was confirmed, or `""`, and the actions that a caller may take now. */
export interface PresentActions {
  readonly confirmedAt: string;
  readonly actions: readonly SlipAction[];
}

/** A slip, and the member for which the caller would act. */
export interface ActingMember {
  readonly callerMemberCode: string;
  readonly tradeId: string;
  readonly memberCodeSelf: string;
}

const nothing: PresentActions = { confirmedAt: '', actions: [] };

/** Tells the actions that a caller may take on a slip now (Spec 4.11). */
export async function presentActions(
  store: TradeUpdateStore,
  { callerMemberCode, tradeId, memberCodeSelf }: ActingMember,
  settings: UpdateSettings = defaultUpdateSettings,
): Promise<PresentActions> {
  const reading = await store.read(callerMemberCode, [tradeId], new AbortController().signal);
  try {
    const slip = reading.heads.get(tradeId);
    if (slip === undefined) return nothing;
    const { confirmedAt } = slip.life;
    const own = actingSide(slip.views, callerMemberCode, memberCodeSelf);
    const placeOf = sidesOf(slip.views);
    if (typeof own === 'string' || placeOf === undefined) return { confirmedAt, actions: [] };
    const views = (await reading.readViews([slip])).get(tradeId) ?? [];
    const viewOf = (place: number | undefined) => (place === undefined ? undefined : views[place]);
    const stored = {
      version: slip.version,
      life: slip.life,
      buyer: viewOf(placeOf.buyer),
      seller: viewOf(placeOf.seller),
    };
    const rules = { at: japanTimeAt(new Date()), settings };
    return { confirmedAt, actions: actionsOf(stored, own.isBuyers ? 'buyer' : 'seller', rules) };
  } finally {
    await reading.close();
  }
}

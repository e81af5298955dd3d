import type { SlipAction } from '@trading-platform/domain-types';
import { japanTimeAt } from '../delivery/japan-time.js';
import type { FoundSlip } from '../history/slip-directory.js';
import { actingSide } from './acting-side.js';
import { sidesOf } from './judge-heads.js';
import { actionsOf } from './judge-update.js';
import { defaultUpdateSettings, type UpdateSettings } from './update-settings.js';

/** When a slip was confirmed, or `""`, and the actions that a caller may take now. */
export interface PresentActions {
  readonly confirmedAt: string;
  readonly actions: readonly SlipAction[];
}

/** A caller, and the member for which it would act. */
export interface ActingMember {
  readonly callerMemberCode: string;
  readonly memberCodeSelf: string;
}

/** Finds the actions that a caller may take on a slip now (Spec 4.11). */
export function presentActions(
  { version, isMadeHere, life, views }: FoundSlip,
  { callerMemberCode, memberCodeSelf }: ActingMember,
  settings: UpdateSettings = defaultUpdateSettings,
): PresentActions {
  const { confirmedAt } = life;
  const own = actingSide(views, callerMemberCode, memberCodeSelf);
  const placeOf = sidesOf(views.map(({ side }) => ({ isBuyers: side === 'buyer' })));
  if (typeof own === 'string' || placeOf === undefined) return { confirmedAt, actions: [] };
  const viewOf = (place: number | undefined) => (place === undefined ? undefined : views[place]?.record);
  const stored = { version, isMadeHere, life, buyer: viewOf(placeOf.buyer), seller: viewOf(placeOf.seller) };
  return { confirmedAt, actions: actionsOf(stored, own.side, { at: japanTimeAt(new Date()), settings }) };
}

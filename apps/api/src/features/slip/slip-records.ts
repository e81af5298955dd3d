import {
  formatTokyoDateTime,
  type ShownSlip,
  type SlipActor,
  type SlipChange,
  type TradeRecord,
} from '@trading-platform/domain-types';
import type { FoundChange, PresentActions, SeenSlip } from '@trading-platform/ordering';

/**
 * Makes the record of a slip.
 *
 * @param now the time of the answer, as `yyyy-MM-dd HH:mm:ss`
 */
export function slipRecord({ slip, view }: SeenSlip, present: PresentActions, now: string): ShownSlip {
  const body = JSON.parse(`{${Buffer.from(view.body).toString()}`) as Omit<
    TradeRecord,
    'batch_id' | 'seq' | 'create_date'
  >;
  const { member_code_partner = '' } = view.record;
  return { create_date: now, ...body, member_code_partner, version: String(slip.version), ...presentFields(present) };
}

function presentFields({ confirmedAt, actions }: PresentActions) {
  return { confirmed_at: confirmedAt, actions };
}

/** Makes the record of a change, with only the data that the member of a view may know. */
export function changeRecord(change: FoundChange, memberCodeSelf: string): SlipChange {
  const { version, at, action } = change;
  return {
    version: String(version),
    at: formatTokyoDateTime(at),
    action,
    by: actorRecord(change, change.side !== '' && change.memberCodeSelf === memberCodeSelf),
    changed: change.changedIn(memberCodeSelf),
  };
}

/** If the other side made the change, only the side is shown, and not its user and client. */
function actorRecord({ by: { kind, userId, clientId, memberCode }, side }: FoundChange, isOwn: boolean): SlipActor {
  return {
    kind,
    ...(isOwn && userId !== '' ? { user_id: userId } : {}),
    ...(isOwn && clientId !== '' ? { client_id: clientId } : {}),
    side,
    member_code: isOwn ? memberCode : '',
  };
}

import { catalogStatus, flag } from '@trading-platform/domain-types';

/** What the delivery date and the FC price need of an order-master line (Spec 2.4 `catalog[]`). */
export interface OrderMasterLine {
  readonly catalogId: string;
  /** The member whose order master holds the line: the buyer itself or its head office. */
  readonly owner: 'buyer' | 'head-office';
  /** The header's `member_code_order_to`. */
  readonly memberCodeOrderTo: string;
  /** Days, 0 to 365. */
  readonly leadTime: number;
  readonly shareFlg: string;
  readonly storeUnshareFlg: string;
  readonly itemDeletedCode: string;
  readonly viewActiveCode: string;
  readonly statusCode: string;
  readonly sellStopActiveCode: string;
}

/** Why a product cannot be ordered. */
export type NotOrderable = 'unknown' | 'deleted' | 'hidden' | 'not-approved' | 'sell-stopped';

/** Rule "shared": a head office's line counts for its stores if it is shared and not withdrawn from them (Spec 4.5). */
export function isSharedWithStores(line: Pick<OrderMasterLine, 'shareFlg' | 'storeUnshareFlg'>): boolean {
  return line.shareFlg === flag.on && line.storeUnshareFlg !== flag.on;
}

/** Rule "orderable": not deleted, shown, approved, and its sale not stopped (Spec 4.5). Undefined if all of this is true. */
function whyNotOrderable(line: OrderMasterLine): NotOrderable | undefined {
  if (line.owner === 'head-office' && !isSharedWithStores(line)) return 'unknown';
  if (line.itemDeletedCode === flag.on) return 'deleted';
  if (line.viewActiveCode !== flag.on) return 'hidden';
  if (line.statusCode !== catalogStatus.approved) return 'not-approved';
  if (line.sellStopActiveCode === flag.on) return 'sell-stopped';
  return undefined;
}

/**
 * Rule "order-master line": the first orderable one of the buyer's own line and the line that its head office shares.
 *
 * @param lines those with one `catalog_id`, of the buyer and its head office with the seller
 */
export function findOrderableLine<Line extends OrderMasterLine>(lines: readonly Line[]): Line | NotOrderable {
  const ownFirst = lines.toSorted((one, other) => Number(one.owner !== 'buyer') - Number(other.owner !== 'buyer'));
  const reasons = ownFirst.map(whyNotOrderable);
  const orderable = ownFirst[reasons.indexOf(undefined)];
  return orderable ?? reasons[0] ?? 'unknown';
}

import { catalogStatus, flag } from '@trading-platform/domain-types';

/** The data about an order-master line that are needed to calculate delivery dates and FC prices (Spec 2.4 `catalog[]`). */
export interface OrderMasterLine {
  readonly catalogId: string;
  /** The owner of the order master that contains the line: the buyer itself or its head office. */
  readonly owner: 'buyer' | 'head-office';
  /** The `member_code_order_to` of the record's header. */
  readonly memberCodeOrderTo: string;
  /** The number of days, from 0 to 365. */
  readonly leadTime: number;
  readonly shareFlg: string;
  readonly storeUnshareFlg: string;
  readonly itemDeletedCode: string;
  readonly viewActiveCode: string;
  readonly statusCode: string;
  readonly sellStopActiveCode: string;
}

/** The reason why a product cannot be ordered. */
export type NotOrderable = 'unknown' | 'deleted' | 'hidden' | 'not-approved' | 'sell-stopped';

/**
 * Rule "shared": stores can use a line of their head office if it is shared and has not been withdrawn from the stores (Spec
 * 4.5).
 */
export function isSharedWithStores(line: Pick<OrderMasterLine, 'shareFlg' | 'storeUnshareFlg'>): boolean {
  return line.shareFlg === flag.on && line.storeUnshareFlg !== flag.on;
}

/**
 * Rule "orderable": a line is orderable if it is not deleted, is shown and approved, and its sale is not stopped (Spec 4.5).
 * Returns the reason why the line is not orderable, or undefined if it is orderable.
 */
function whyNotOrderable(line: OrderMasterLine): NotOrderable | undefined {
  if (line.owner === 'head-office' && !isSharedWithStores(line)) return 'unknown';
  if (line.itemDeletedCode === flag.on) return 'deleted';
  if (line.viewActiveCode !== flag.on) return 'hidden';
  if (line.statusCode !== catalogStatus.approved) return 'not-approved';
  if (line.sellStopActiveCode === flag.on) return 'sell-stopped';
  return undefined;
}

/**
 * Rule "order-master line": the buyer's own line is used if it is orderable. If the buyer's own line cannot be ordered, the line
 * that its head office shares is used, if it is orderable.
 *
 * @param lines the seller's lines with one `catalog_id`, from the order masters of the buyer and its head office
 */
export function findOrderableLine<Line extends OrderMasterLine>(lines: readonly Line[]): Line | NotOrderable {
  const ownFirst = lines.toSorted((one, other) => Number(one.owner !== 'buyer') - Number(other.owner !== 'buyer'));
  const reasons = ownFirst.map(whyNotOrderable);
  const orderable = ownFirst[reasons.indexOf(undefined)];
  return orderable ?? reasons[0] ?? 'unknown';
}

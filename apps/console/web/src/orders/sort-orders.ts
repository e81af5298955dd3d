import type { ListedOrder } from '../../../wire/index.js';

/** The columns by which orders can be sorted. */
export const orderSorts = ['orderDay', 'slip', 'uploadNo', 'status', 'partner', 'wishedDay', 'total'] as const;
export type OrderSort = (typeof orderSorts)[number];

/** The first sort of a list, with the newest orders first. */
export const firstSort = { by: 'orderDay', isDown: true } as const satisfies SortedBy;

export interface SortedBy {
  readonly by: OrderSort;
  /** From the greatest value to the smallest one. */
  readonly isDown: boolean;
}

/** Reads a sort from an address, such as `total` or `-total`. */
export function readSort(text: string | null): SortedBy {
  const by = orderSorts.find((name) => name === text?.replace(/^-/, ''));
  return by === undefined ? firstSort : { by, isDown: text?.startsWith('-') === true };
}

export function writeSort({ by, isDown }: SortedBy): string {
  return `${isDown ? '-' : ''}${by}`;
}

/** Numbers within texts are compared as numbers, so that `N-9` comes before `N-10`. */
const collator = new Intl.Collator('ja', { numeric: true });

/** Sorts orders. An order without the value comes last, and orders with equal values keep their sequence. */
export function sortOrders(orders: readonly ListedOrder[], { by, isDown }: SortedBy): readonly ListedOrder[] {
  const keyed = orders.map((order) => ({ order, key: keys[by](order) }));
  keyed.sort(({ key: one }, { key: other }) => {
    if (one === '' || other === '') return Number(one === '') - Number(other === '');
    const sign = by === 'total' ? Number(one) - Number(other) : collator.compare(one, other);
    return isDown ? -sign : sign;
  });
  return keyed.map(({ order }) => order);
}

const keys: Readonly<Record<OrderSort, (order: ListedOrder) => string>> = {
  orderDay: ({ orderDay }) => orderDay,
  slip: ({ checkNumber, tradeId }) => checkNumber || tradeId,
  uploadNo: ({ uploadNo }) => uploadNo,
  status: ({ statusCode }) => statusCode,
  partner: ({ partnerName, partner }) => partnerName || partner,
  wishedDay: ({ wishedDay }) => wishedDay,
  total: ({ total }) => (Number.isFinite(Number(total)) ? total : ''),
};

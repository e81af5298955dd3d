import { randomBytes } from 'node:crypto';

/** A body of an upload's size that is as costly to read as a sender can make it. */
export interface LargestBody {
  readonly sentence: string;
  readonly status: number;
  readonly make: () => string;
}

/** The largest allowed body: 16 MiB. */
export const largestBodyBytes = 16 * 1024 * 1024;

const inList = 10_000;
const lists = ['member_group_code_list', 'group_code_list', 'client_member_code_list', 'client_code_list'];

/** The largest number of values, each so long that the body has its largest length. */
const longValues = (part: (position: number, filling: string) => string) => {
  const filling = 'x'.repeat(Math.floor(largestBodyBytes / 249_000) - 14);
  return Array.from({ length: 249_000 }, (_, position) => part(position, filling)).join(',');
};

const longLists = (element: (position: number, filling: string) => string) => {
  const filling = 'x'.repeat(Math.floor(largestBodyBytes / (inList * lists.length)) - 30);
  const list = Array.from({ length: inList }, (_, position) => element(position, filling)).join(',');
  return `{${lists.map((name) => `"${name}":[${list}]`).join(',')}}`;
};

/** Bodies of a master download request. */
export const largestBodies: readonly LargestBody[] = [
  { sentence: 'nested arrays', status: 400, make: () => '['.repeat(largestBodyBytes) },
  { sentence: 'tiny values', status: 400, make: () => `{"x":[${'1,'.repeat(largestBodyBytes / 2 - 10)}1]}` },
  { sentence: 'the largest number of values', status: 200, make: () => `{"x":[${longValues((_, x) => `"${x}"`)}]}` },
  {
    sentence: 'the largest number of unknown names',
    status: 200,
    make: () => `{${longValues((position, x) => `"${position}${x}":1`)}}`,
  },
  {
    sentence: 'escape sequences next to a two-byte character',
    status: 200,
    make: () => `{"x":"菜${'\\u0061\\"'.repeat(largestBodyBytes / 8 - 10)}"}`,
  },
  { sentence: 'a long unknown name', status: 200, make: () => `{"${'x'.repeat(largestBodyBytes - 10)}":1}` },
  { sentence: 'JSON that breaks at its end', status: 400, make: () => `{"x":[${longValues((_, x) => `"${x}"`)}]` },
  { sentence: 'lists of texts that are too long', status: 400, make: () => longLists((_, x) => `"${x}"`) },
  {
    sentence: 'lists of codes in objects of their own with unknown fields',
    status: 400,
    make: () => longLists((position, x) => `{"c":"${position}","y":"${x}"}`),
  },
  {
    sentence: 'lists of codes in long objects',
    status: 200,
    make: () => longLists((position, x) => `{"${x}":"${position % 10_000}"}`),
  },
];

const orders = 1_000;
const linesPerOrder = 20;

/** An upload with the largest number of orders and lines, each line as long as possible. */
function uploadOf(
  line: (remarks: string) => object,
  order: (position: number) => object,
  text: (length: number) => string,
) {
  const head = {
    member_code_self: '10000001',
    member_code_partner: '30000003',
    hope_delivery_date: '2026-12-01',
    send_flg: '1',
  };
  const room = Math.floor((largestBodyBytes - orders * 250) / (orders * linesPerOrder)) - 100;
  const list = Array.from({ length: orders }, (_, position) => ({
    upload_no: `u${position}`,
    ...head,
    detail_list: Array.from({ length: linesPerOrder }, (__, n) => ({ line_no: n + 1, ...line(text(room)) })),
    ...order(position),
  }));
  return JSON.stringify({ order_list: list });
}

const aLine = (remarks: string) => ({ catalog_id: 'catalog-1', prod_lot_qty: '10', prod_remarks: remarks });
const nothingMore = () => ({});
const filling = (length: number) => 'x'.repeat(length);
/** Data that does not compress. */
const noise = (length: number) => randomBytes(Math.floor((length * 3) / 4)).toString('base64');

/** Uploads of orders of this size, each costly to read in a different way, with the expected status. */
export const largestUploads: readonly [LargestBody, ...LargestBody[]] = [
  { sentence: 'long remarks', status: 200, make: () => uploadOf(aLine, nothingMore, noise) },
  {
    sentence: 'texts to escape',
    status: 200,
    make: () => uploadOf(aLine, nothingMore, (length) => '"'.repeat(length / 2)),
  },
  {
    sentence: 'long unknown fields',
    status: 200,
    make: () => uploadOf((x) => ({ catalog_id: 'catalog-1', prod_lot_qty: '10', unknown: x }), nothingMore, filling),
  },
  {
    sentence: 'the same upload_no in all orders',
    status: 400,
    make: () => uploadOf(aLine, () => ({ upload_no: 'u' }), filling),
  },
  {
    sentence: 'defects in all lines',
    status: 400,
    make: () =>
      uploadOf(
        (x) => ({ private_item_code: 'c', prod_lot_qty: '0', catalog_id: x.slice(0, 300), prod_remarks: x.slice(300) }),
        nothingMore,
        filling,
      ),
  },
];

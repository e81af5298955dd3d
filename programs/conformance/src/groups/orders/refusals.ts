import { type RefusedCall, refusal, times } from '../../checks/refusals.js';
import type { Requirement } from '../../requirement/requirement.js';

const upload = '/order/upload/request';
const generate = '/order/generate';

const line = { line_no: '1', catalog_id: 'CK-O1', prod_lot_qty: '2' };
/** Every deployment accepts a request with this order, because the data of an order is judged later. */
const order = {
  upload_no: 'CK-R1',
  member_code_self: '9CK00001',
  member_code_partner: '9CK00011',
  hope_delivery_date: '2099-12-31',
  send_flg: '1',
  detail_list: [line],
};

/** Returns an upload whose second order has a defect. */
function orderDefect(
  no: number,
  says: string,
  change: object,
  code: string,
  item: string,
  source = '4.11',
): RefusedCall {
  const order_list = [order, { ...order, upload_no: 'CK-R2', ...change }];
  return {
    id: idOf(no),
    source,
    says,
    path: upload,
    body: { check_only: '1', order_list },
    errors: [[`order_list[1].${item}`, code]],
  };
}

/** Returns an order whose second line has a defect. */
function lineDefect(
  no: number,
  says: string,
  change: object,
  code: string,
  item: string,
  source = '4.11',
): RefusedCall {
  return orderDefect(no, says, { detail_list: [line, { ...line, ...change }] }, code, `detail_list[1].${item}`, source);
}

function idOf(no: number): string {
  return `ORD-${String(no).padStart(3, '0')}`;
}

const required = [
  'upload_no',
  'member_code_self',
  'member_code_partner',
  'hope_delivery_date',
  'send_flg',
  'detail_list',
];

/** Requirements about the defects of an upload request that can be found without any stored data (Spec 4.11, 8). */
export const refusedUploads: readonly RefusedCall[] = [
  {
    id: idOf(1),
    source: '4.11',
    says: 'An upload must have order_list.',
    path: upload,
    body: { check_only: '1' },
    errors: [['order_list', 'E000001']],
  },
  {
    id: idOf(2),
    source: '4.11',
    says: 'check_only is 0 or 1.',
    path: upload,
    body: { check_only: '2', order_list: [order] },
    errors: [['check_only', 'E000004']],
  },
  ...required.map((field, index) =>
    orderDefect(
      3 + index,
      `An order must have ${field}.`,
      { [field]: field === 'detail_list' ? [] : '' },
      'E000001',
      field,
    ),
  ),
  orderDefect(9, 'An upload_no has at most 40 characters.', { upload_no: 'x'.repeat(41) }, 'E000003', 'upload_no', '8'),
  orderDefect(
    10,
    'The member_code_self of an order has at most 8 characters.',
    { member_code_self: '9CK000011' },
    'E000003',
    'member_code_self',
    '8',
  ),
  orderDefect(
    11,
    'The member_code_partner of an order has at most 8 characters.',
    { member_code_partner: '9CK000111' },
    'E000003',
    'member_code_partner',
    '8',
  ),
  orderDefect(
    12,
    'The wished date of an order is a date.',
    { hope_delivery_date: '2099-02-29' },
    'E000002',
    'hope_delivery_date',
  ),
  orderDefect(13, 'send_flg is 0 or 1.', { send_flg: '2' }, 'E000004', 'send_flg'),
  orderDefect(
    14,
    'A comment has at most 2,000 characters.',
    { order_trade_comment: 'x'.repeat(2_001) },
    'E000003',
    'order_trade_comment',
    '8',
  ),
  orderDefect(
    15,
    'If a request contains an upload_no twice, it is refused with E000015.',
    { upload_no: 'CK-R1' },
    'E000015',
    'upload_no',
  ),
  orderDefect(16, 'An order has at most 300 lines.', { detail_list: times(301, line) }, 'E000007', 'detail_list', '8'),
  lineDefect(17, 'A line must have line_no.', { line_no: '' }, 'E000001', 'line_no'),
  lineDefect(18, 'A line must have prod_lot_qty.', { prod_lot_qty: '' }, 'E000001', 'prod_lot_qty'),
  lineDefect(19, 'A quantity is greater than 0.', { prod_lot_qty: '0' }, 'E000002', 'prod_lot_qty'),
  lineDefect(20, 'A quantity is not negative.', { prod_lot_qty: '-1' }, 'E000002', 'prod_lot_qty'),
  lineDefect(
    21,
    'A quantity has at most 12 digits before its point.',
    { prod_lot_qty: '1000000000000' },
    'E000002',
    'prod_lot_qty',
    '8',
  ),
  lineDefect(
    22,
    'A quantity has at most 4 digits after its point.',
    { prod_lot_qty: '0.00001' },
    'E000002',
    'prod_lot_qty',
    '8',
  ),
  lineDefect(
    23,
    'A line without catalog_id and private_item_code is refused with E000001 at catalog_id.',
    { catalog_id: '' },
    'E000001',
    'catalog_id',
    'open-points: order-upload',
  ),
  lineDefect(
    24,
    'A line with both catalog_id and private_item_code is refused with E000002 at private_item_code.',
    { private_item_code: 'A1' },
    'E000002',
    'private_item_code',
    'open-points: order-upload',
  ),
  lineDefect(
    25,
    'A remark has at most 2,000 characters.',
    { prod_remarks: 'x'.repeat(2_001) },
    'E000003',
    'prod_remarks',
    '8',
  ),
  {
    id: idOf(26),
    source: '8',
    says: 'An upload has at most 1,000 orders.',
    path: upload,
    body: { check_only: '1', order_list: times(1_001, order) },
    errors: [['order_list', 'E000007']],
  },
  {
    id: idOf(27),
    source: '8',
    says: 'An upload has at most 20,000 lines in all its orders.',
    path: upload,
    body: { check_only: '1', order_list: manyLines() },
    errors: [['order_list', 'E000007']],
  },
];

/** 67 orders of 300 lines are more lines than an upload may have. */
function manyLines(): readonly object[] {
  const detail_list = times(300, line);
  return Array.from({ length: 67 }, (_, index) => ({ ...order, upload_no: `CK-R${index}`, detail_list }));
}

function generation(no: number, says: string, body: object, code: string, item: string, source = '4.11'): RefusedCall {
  return { id: idOf(no), source, says, path: generate, body, errors: [[item, code]] };
}

/** Requirements about the defects of a request for order generation (Spec 4.11, 8). */
export const refusedGenerations: readonly RefusedCall[] = [
  generation(31, 'An order generation must have trade_id_list.', {}, 'E000001', 'trade_id_list'),
  generation(
    32,
    'An empty element of trade_id_list is refused with E000001 at its place.',
    { trade_id_list: ['CK-X', ''] },
    'E000001',
    'trade_id_list[1]',
    'open-points: order-generation',
  ),
  generation(
    33,
    'trade_id_list has at most 1,000 slips.',
    { trade_id_list: Array(1_001).fill('CK-X') },
    'E000007',
    'trade_id_list',
    '8',
  ),
  generation(
    34,
    'version_list has one version for each slip.',
    { trade_id_list: ['CK-X', 'CK-Y'], version_list: ['1'] },
    'E000002',
    'version_list',
  ),
  generation(
    35,
    'A version consists of digits.',
    { trade_id_list: ['CK-X'], version_list: ['v1'] },
    'E000002',
    'version_list[0]',
  ),
  generation(
    36,
    'A slip that does not exist is refused with E000020 at its place.',
    { trade_id_list: ['CK-NOBODY-HAS-THIS'] },
    'E000020',
    'trade_id_list[0]',
  ),
  generation(
    37,
    'A version has at most 15 digits.',
    { trade_id_list: ['CK-X'], version_list: ['1'.repeat(16)] },
    'E000003',
    'version_list[0]',
    '8',
  ),
];

export const refusals: readonly Requirement[] = [...refusedUploads, ...refusedGenerations].map(refusal);

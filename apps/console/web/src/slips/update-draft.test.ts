import { describe, expect, it } from '@jest/globals';
import type { FieldDescription, FieldError, SlipAction, SlipActionForm } from '../../../wire/index.js';
import { idOfAdded, type LineDrafts, placeOf, refusalsOf, updateFieldsOf } from './update-draft.js';

const field = (name: string, isRequired = false): FieldDescription => ({
  name,
  label: { en: name, ja: name },
  type: 'string',
  isRequired,
  isOpen: false,
});
const form = (action: SlipAction, ...lines: FieldDescription[]): SlipActionForm => ({
  action,
  fields: [field('trade_comment')],
  lines: [field('prod_lot_qty', true), ...lines],
});
const slip = {
  detail_list: [
    { trade_prod_id: 'T1001', prod_lot_qty: '2', prod_lot_price: '552', prod_remarks: 'cold' },
    { trade_prod_id: 'T1002', prod_lot_qty: '1', prod_lot_price: '493', prod_remarks: '' },
  ],
};
const fieldsOf = (of: SlipActionForm, lines: LineDrafts, draft = {}) => updateFieldsOf(of, slip, { draft, lines });

describe('the update that a form makes', () => {
  it('names no lines where none has changed, and no empty field', () => {
    expect(fieldsOf(form('ship'), { T1001: { prod_lot_qty: ' 2 ' } }, { trade_comment: '' })).toEqual({});
    expect(fieldsOf(form('change'), {}, { trade_comment: 'soon' })).toEqual({ trade_comment: 'soon' });
    expect(updateFieldsOf({ action: 'receive', fields: [] }, slip, { draft: {}, lines: {} })).toEqual({});
  });

  it('names the changed lines of a shipment, and what changed in them', () => {
    const ship = form('ship', field('prod_lot_price'), field('prod_remarks'));
    expect(fieldsOf(ship, { T1002: { prod_lot_qty: '0' } })).toEqual({
      detail_list: [{ trade_prod_id: 'T1002', prod_lot_qty: '0' }],
    });
    expect(fieldsOf(ship, { T1001: { prod_lot_price: '500', prod_remarks: '' } })).toEqual({
      detail_list: [{ trade_prod_id: 'T1001', prod_lot_qty: '2', prod_lot_price: '500', prod_remarks: '' }],
    });
  });

  it('names all lines that stay in a changed order', () => {
    const change = form('change');
    expect(fieldsOf(change, { T1001: { prod_lot_qty: '7' } })).toEqual({
      detail_list: [
        { trade_prod_id: 'T1001', prod_lot_qty: '7' },
        { trade_prod_id: 'T1002', prod_lot_qty: '1' },
      ],
    });
    expect(fieldsOf(change, { T1002: { prod_lot_qty: '0' } })).toEqual({
      detail_list: [{ trade_prod_id: 'T1001', prod_lot_qty: '2' }],
    });
  });

  it('names all lines and the new ones where a product is added', () => {
    const added = [{ catalog_id: ' C9 ', prod_lot_qty: '4', prod_remarks: '' }];
    expect(updateFieldsOf(form('change'), slip, { draft: {}, lines: { T1001: { prod_lot_qty: '0' } }, added })).toEqual(
      {
        detail_list: [
          { trade_prod_id: 'T1002', prod_lot_qty: '1' },
          { line_no: '3', catalog_id: 'C9', prod_lot_qty: '4' },
        ],
      },
    );
  });

  it('names the returned lines', () => {
    expect(fieldsOf(form('return'), { T1002: { prod_lot_qty: '1' } })).toEqual({
      detail_list: [{ trade_prod_id: 'T1002', prod_lot_qty: '1' }],
    });
  });
});

describe('a refusal', () => {
  const sent = { detail_list: [{ trade_prod_id: 'T1002', prod_lot_qty: '9' }] };

  it.each([
    ['delivery_date', { field: 'delivery_date' }],
    ['slip_list[0].delivery_date', { field: 'delivery_date' }],
    ['detail_list[0].prod_lot_price', { field: 'prod_lot_price', lineId: 'T1002' }],
    ['detail_list[0].trade_prod_id', { field: 'prod_lot_qty', lineId: 'T1002' }],
    ['slip_list[0].detail_list[0]', { field: 'prod_lot_qty', lineId: 'T1002' }],
    ['detail_list', { field: 'detail_list' }],
  ])('of %s belongs to its input', (item, place) => {
    expect(placeOf(item, sent)).toEqual(place);
  });

  it('of a new line belongs to that line', () => {
    const added = { detail_list: [...sent.detail_list, { catalog_id: 'C8' }, { catalog_id: 'C9' }] };
    expect(placeOf('detail_list[2].catalog_id', added)).toEqual({ field: 'catalog_id', lineId: idOfAdded(1) });
    expect(placeOf('detail_list[1].prod_lot_qty', added)).toEqual({ field: 'prod_lot_qty', lineId: idOfAdded(0) });
  });

  it('is shown beside the line that it is about only', () => {
    const said: FieldError = {
      item: 'detail_list[0].prod_lot_qty',
      code: 'E000018',
      detail: '',
      meaning: { en: '', ja: '' },
    };
    expect(refusalsOf([said], sent, { field: 'prod_lot_qty', lineId: 'T1002' })).toEqual([said]);
    expect(refusalsOf([said], sent, { field: 'prod_lot_qty', lineId: 'T1001' })).toEqual([]);
    expect(refusalsOf([said], sent, { field: 'prod_lot_qty' })).toEqual([]);
  });
});

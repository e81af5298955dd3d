import { describe, expect, it } from '@jest/globals';
import { type RecordDefinition, slipActions } from '@trading-platform/domain-types';
import { validateSync } from 'class-validator';
import fc from 'fast-check';
import { compileRequest } from '../src/compile-request.js';
import { examineRequest } from '../src/read-request.js';
import { type RequestClass, requestClasses } from './request-classes.js';

const classes: readonly (readonly [string, RequestClass, readonly RecordDefinition[]])[] = requestClasses({
  periodDays: 14,
  recordsPerGet: 5_000,
});

describe('a request class', () => {
  it.each(classes)('%s has the fields of the contract, in their order, required and optional', (_name, made, lists) => {
    for (const definition of lists) {
      const { fields } = compileRequest(made);
      expect(fields.map((field) => field.name)).toEqual(definition.fieldNames);
      const needed = fields.filter(
        ({ missing, excusedBy, excusedWithout }) =>
          missing !== undefined && (excusedBy ?? excusedWithout) === undefined,
      );
      expect(needed.map((field) => field.name)).toEqual(definition.schema.required);
    }
  });

  it.each(classes)('%s reads codes and lists where the contract has them', (_name, made, lists) => {
    for (const definition of lists) {
      expect(compileRequest(made).fields.map(({ name, reading }) => [name, reading.replace('placed-', '')])).toEqual(
        definition.fields.map(readingOf),
      );
    }
  });

  it.each(classes)('%s is judged as class-validator itself judges it', (_name, made) => {
    fc.assert(
      fc.property(bodyOf(compileRequest(made).fields.map((field) => field.name)), (body) => {
        const { value, errors } = examineRequest(made, body);
        const judged = new Set(validateSync(value as object).map((error) => error.property));

        expect(errors.length > 0).toBe(judged.size > 0);
        for (const error of errors) expect(judged).toContain(error.error_item.split(/[.[]/)[0]);
      }),
      { numRuns: 40 },
    );
  });
});

function readingOf(field: RecordDefinition['fields'][number]): readonly [string, string] {
  if (typeof field === 'string') return [field, 'text'];
  if (field.type === 'optional') return readingOf(field.field);
  if (field.type === 'day' || field.type === 'second') return [field.name, 'text'];
  return [field.name, field.type === 'list' ? 'elements' : field.type];
}

const goodValues = fc.constantFrom(
  '1',
  '0',
  '2',
  1,
  'json',
  '40',
  '2026-01-01',
  '2026-01-10',
  '2026-01-05 10:00:00',
  '12.5',
);
const badValues = fc.oneof(
  fc.constantFrom(
    null,
    '',
    true,
    1.5,
    -1,
    'x',
    '2026-02-29',
    '9'.repeat(300),
    [],
    [{}],
    {},
    ['1', null, '', {}, { a: null, b: '1' }],
    [null, ''],
    [['1']],
  ),
  fc.jsonValue({ maxDepth: 2 }).filter((value) => !hasEmptyElements(value)),
);
const lists = fc.array(fc.oneof(goodValues, fc.record({ code: goodValues })), { maxLength: 5 });
const elements = fc.array(
  fc.record({
    catalog_id: fc.oneof({ weight: 5, arbitrary: fc.constant('1') }, badValues),
    hope_delivery_date: fc.oneof({ weight: 5, arbitrary: fc.constant('2026-01-01') }, badValues),
    member_code_store: fc.constant('1'),
    price: fc.constantFrom('1', '1.5', 'x'),
    order_send_date: fc.constant('2026-01-01'),
    delivery_date: fc.constant('2026-01-01'),
  }),
  { maxLength: 4 },
);

const lines = fc.array(
  fc.record(
    {
      line_no: fc.oneof({ weight: 9, arbitrary: goodValues }, badValues),
      catalog_id: fc.constantFrom('1', 5),
      private_item_code: fc.constantFrom('1', ''),
      prod_lot_qty: fc.constantFrom('1', 2, '0.5', '0'),
    },
    { requiredKeys: [] },
  ),
  { maxLength: 3 },
);
const orders = fc.array(
  fc.record({
    upload_no: fc.constantFrom('1', '2', '3', '4', 5),
    member_code_self: fc.oneof({ weight: 9, arbitrary: fc.constant('1') }, badValues),
    member_code_partner: fc.constant('2'),
    hope_delivery_date: fc.constantFrom('2026-01-01', '2026-02-29'),
    send_flg: fc.constantFrom('1', '0', 1, '2'),
    detail_list: lines,
  }),
  { maxLength: 3 },
);
const updates = fc.array(
  fc.record(
    {
      update_no: fc.constantFrom('1', '2', '3', 5),
      trade_id: fc.constantFrom('1', '2', '3'),
      version: fc.constantFrom('1', 2, 'x'),
      batch_id: fc.constantFrom('1', ''),
      seq: fc.constantFrom('1', '0'),
      action: fc.constantFrom(...slipActions, 'burn', 5),
      delivery_date: fc.constantFrom('2026-01-01', '2026-02-29', ''),
      trade_comment: fc.constantFrom('x', ''),
      order_trade_comment: fc.constantFrom('x', ''),
      trade_shipping: fc.constantFrom('500', '-1'),
      shipping_send_time: fc.constantFrom('10:00:00', '24:00:00'),
      detail_list: fc.array(
        fc.record(
          {
            trade_prod_id: fc.constantFrom('1', '2', 3),
            line_no: fc.constant('1'),
            catalog_id: fc.constantFrom('1', ''),
            private_item_code: fc.constantFrom('1', ''),
            prod_lot_qty: fc.constantFrom('1', 2, '0'),
            prod_lot_price: fc.constantFrom('1.5', '-2'),
          },
          { requiredKeys: [] },
        ),
        { maxLength: 3 },
      ),
    },
    { requiredKeys: ['update_no', 'trade_id', 'action'] },
  ),
  { maxLength: 3 },
);
const listsOfObjects: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  details_list: elements,
  item: elements,
  order_list: orders,
  slip_list: updates,
  detail_list: lines,
};

function bodyOf(names: readonly string[]): fc.Arbitrary<Record<string, unknown>> {
  const fields = names.map((name) => [name, valueFor(name)] as const);
  return fc.record(Object.fromEntries(fields), { requiredKeys: [] });
}

function valueFor(name: string): fc.Arbitrary<unknown> {
  const sound = listsOfObjects[name] ?? fc.oneof(goodValues, lists);
  return fc.oneof({ weight: 6, arbitrary: sound }, { weight: 1, arbitrary: badValues });
}

/** `ValidateNested` accepts `null` and `[]` in place of an object; `readRequest` does not. */
function hasEmptyElements(value: unknown): boolean {
  return Array.isArray(value) && /null|\[\]/.test(JSON.stringify(value));
}

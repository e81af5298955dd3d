import { describe, expect, it } from '@jest/globals';
import type { FieldDescription } from '../../../wire/index.js';
import { cellOf, type RecordColumn, recordColumns } from './record-columns.js';

function aField(name: string, of?: readonly FieldDescription[]): FieldDescription {
  const type = of === undefined ? 'string' : 'list';
  return { name, label: { en: name, ja: name }, type, isRequired: true, isOpen: false, ...(of && { of }) };
}

const columns = recordColumns([aField('seq'), aField('buy', [aField('item_name'), aField('note', [aField('text')])])]);
const columnOf = (key: string) => columns.find((column) => column.key === key) as RecordColumn;
const record = { seq: 1, buy: [{ item_name: 'Egg', note: [{ text: 'a' }, { text: 'B' }] }, { item_name: 'Cheese' }] };

describe('columns of records', () => {
  it('are all fields, those of lists by the way to them', () => {
    expect(columns.map(({ key }) => key)).toEqual(['seq', 'buy.item_name', 'buy.note.text']);
  });

  it('show the first element of a list, and how many more there are', () => {
    expect(cellOf(columnOf('seq'), record)).toEqual({ text: '1', more: 0 });
    expect(cellOf(columnOf('buy.item_name'), record)).toEqual({ text: 'Egg', more: 1 });
    expect(cellOf(columnOf('buy.note.text'), record)).toEqual({ text: 'a', more: 2 });
    expect(cellOf(columnOf('buy.note.text'), { seq: '1', buy: [] })).toEqual({ text: '', more: 0 });
  });
});

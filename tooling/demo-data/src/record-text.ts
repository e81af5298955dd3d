import type { FieldDefinition } from '@trading-platform/domain-types';
import { byteText } from './byte-text.js';

/**
 * The values of a record by field name. A field without a value here is written as `""`, and a list without a value as
 * `[]`.
 */
export interface RecordValues {
  readonly [field: string]: string | readonly RecordValues[] | undefined;
}

/** Writes one record as JSON, with one character for each byte (`byteText`). */
export type RecordText = (values: RecordValues) => string;

/**
 * Makes the function that renders records of one field list: every field is there, in the order of the list.
 *
 * @example
 * const text = recordText(partnerGroup.fields);
 * text({ partner_group_code: '01' }); // {"partner_group_code":"01","partner_group_name":""}
 */
export function recordText(fields: readonly FieldDefinition[]): RecordText {
  const writers = fields.map(fieldText);
  const gaps = new Map<number, string>();
  /**
   * Most fields of a record are empty, and empty fields are often next to each other. The text of each group of empty
   * fields is made only once.
   */
  const gapText = (from: number, until: number): string => {
    const key = from * (writers.length + 1) + until;
    let text = gaps.get(key);
    if (text === undefined) {
      text = writers
        .slice(from, until)
        .map(({ empty }) => `,${empty}`)
        .join('');
      gaps.set(key, text);
    }
    return text;
  };
  return (values) => {
    let text = '';
    let written = 0;
    for (let index = 0; index < writers.length; index++) {
      const { name, write } = writers[index] as FieldText;
      const value = values[name];
      if (value === undefined || value === '') continue;
      if (written < index) text += gapText(written, index);
      text += `,${write(value)}`;
      written = index + 1;
    }
    if (written < writers.length) text += gapText(written, writers.length);
    return `{${text.slice(1)}}`;
  };
}

interface FieldText {
  readonly name: string;
  readonly empty: string;
  readonly write: (value: string | readonly RecordValues[]) => string;
}

function fieldText(definition: FieldDefinition): FieldText {
  const field = typeof definition !== 'string' && definition.type === 'optional' ? definition.field : definition;
  const name = typeof field === 'string' ? field : field.name;
  const key = `${JSON.stringify(name)}:`;
  if (typeof field === 'string') return { name, empty: `${key}""`, write: (value) => key + byteText(value as string) };
  if (field.type !== 'list') throw new RangeError(`${name} is no text and no list`);
  const item = recordText(field.item.fields);
  return {
    name,
    empty: `${key}[]`,
    write: (value) => `${key}[${(value as readonly RecordValues[]).map(item).join(',')}]`,
  };
}

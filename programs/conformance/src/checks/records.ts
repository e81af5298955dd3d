import type { ObjectShape } from '../contract/object-shape.js';
import type { Answer, Fields } from '../probe/answer.js';

/**
 * Returns the objects at a place of an answer. The place `''` is the body itself, and `master.buy` means the lines of
 * each record.
 */
export function objectsAt(answer: Answer, place: string): readonly Fields[] {
  const fields = place === '' ? [] : place.split('.');
  return fields.reduce<readonly Fields[]>((objects, field) => linesOf(answer, objects, field), [answer.body]);
}

/** Expects that all objects of a shape have exactly the fields of the shape, in the same order. */
export function expectShape(answer: Answer, { place, fields }: ObjectShape): void {
  for (const [index, object] of objectsAt(answer, place).entries()) {
    answer.expectFields(object, fields, place === '' ? 'the answer' : `${place}[${index}]`);
  }
}

/** Expects that every value in the objects of a shape is a text, except for the lists of the shape. */
export function expectTextsOf(answer: Answer, { place, lists }: ObjectShape): void {
  expectTexts(answer, objectsAt(answer, place), place, lists);
}

/** Expects that each element has exactly these fields, in this order. */
export function expectFieldsOfAll(
  answer: Answer,
  elements: readonly Fields[],
  fields: readonly string[],
  what: string,
): void {
  elements.forEach((element, index) => answer.expectFields(element, fields, `${what}[${index}]`));
}

/** Expects that every value is a text, except for the given lists. */
export function expectTexts(
  answer: Answer,
  elements: readonly Fields[],
  what: string,
  lists: readonly string[] = [],
): void {
  elements.forEach((element, index) => {
    for (const [field, value] of Object.entries(element)) {
      if (lists.includes(field)) continue;
      answer.expect(typeof value === 'string', `${what}[${index}].${field} is ${JSON.stringify(value)}, not a string`);
    }
  });
}

/** Returns the elements of a list from all records. */
export function linesOf(answer: Answer, records: readonly Fields[], field: string): readonly Fields[] {
  return records.flatMap((record, index) => {
    const lines = record[field];
    if (!Array.isArray(lines)) return answer.fail(`${field} of record ${index + 1} is not a list`);
    return lines as readonly Fields[];
  });
}

/** Expects that `seq` counts the records: `"1"`, `"2"`, … */
export function expectNumbered(answer: Answer, records: readonly Fields[]): void {
  answer.expectEqual(
    records.map((record) => record['seq']),
    records.map((_, index) => String(index + 1)),
    'seq',
  );
}

/** Expects that the keys are sorted by their bytes. Successive keys may be equal. */
export function expectOrdered(answer: Answer, keys: readonly (readonly string[])[], what: string): void {
  keys.forEach((key, index) => {
    const former = keys[index - 1];
    if (former === undefined) return;
    answer.expect(compareKeys(former, key) <= 0, `${what}: ${former.join(' ')} comes before ${key.join(' ')}`);
  });
}

/** Compares two keys by the bytes of their first part that differs. */
export function compareKeys(one: readonly string[], other: readonly string[]): number {
  for (const [index, part] of one.entries()) {
    const result = Buffer.compare(Buffer.from(part), Buffer.from(other[index] ?? ''));
    if (result !== 0) return result;
  }
  return 0;
}

/** Returns a field that should be a text. Returns `""` if the value is not a text. */
export function textOf(record: Fields, field: string): string {
  const value = record[field];
  return typeof value === 'string' ? value : '';
}

/** Returns the objects of the list in a field, or an empty list if the field contains no list. */
export function listOf(record: Fields, field: string): readonly Fields[] {
  const value = record[field];
  return Array.isArray(value) ? (value as readonly Fields[]) : [];
}

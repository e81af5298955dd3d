import type { ObjectShape } from '../contract/object-shape.js';
import { drop, moveLast, put, rename } from './bodies.js';
import type { Edit } from './mutant.js';
import type { Row } from './table.js';

/** Makes mutants for a list of fields: a field is renamed, removed, moved or added, or a value is not a text. */
export function fieldRows(shape: ObjectShape): readonly Row<Edit>[] {
  const { title, place, fields, lists = [], names, texts } = shape;
  const of = title.replace(/^An? |^The /, '');
  const [first, middle, last] = spread(fields);
  const [one, other] = spread(fields.filter((field) => !lists.includes(field)));
  const named: readonly Row<Edit>[] = [
    [`${of}: ${last} renamed`, names, rename(place, last, `${last}_1`)],
    [`${of}: ${middle} missing`, names, drop(place, middle)],
    [`${of}: ${first} after all other fields`, names, moveLast(place, first)],
    [`${of}: an additional field`, names, put(place, 'colour', 'red')],
  ];
  if (texts === undefined) return named;
  return [
    ...named,
    [`${of}: ${one} null`, texts, put(place, one, null)],
    [`${of}: ${other} as a number`, texts, put(place, other, 1)],
  ];
}

/** Picks the first field, a field in the middle, and the last field. */
function spread(fields: readonly string[]): readonly [string, string, string] {
  return [fields[0] ?? '', fields[Math.floor(fields.length / 2)] ?? '', fields.at(-1) ?? ''];
}

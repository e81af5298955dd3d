import { distance } from 'fastest-levenshtein';
import { columnFields, type OrderField, type OrderForm } from './order-form.js';

/**
 * Finds the field of each heading: by its name, or by its label in either language, in full or half width. A heading
 * that fits no field is undefined.
 */
export function readHeadings(headings: readonly string[], form: OrderForm): readonly (OrderField | undefined)[] {
  const known = new Map<string, OrderField>();
  for (const field of columnFields(form)) for (const word of wordsOf(field)) known.set(keyOf(word), field);
  return headings.map((heading) => known.get(keyOf(heading)));
}

/** Returns the known heading that is most like a wrong one, or undefined if none is similar. */
export function similarHeading(heading: string, form: OrderForm): string | undefined {
  // A long heading is cut, so that the work is bounded.
  const wanted = keyOf(heading.slice(0, longestHeading));
  const near = columnFields(form)
    .flatMap(wordsOf)
    .map((word) => ({ word, edits: distance(wanted, keyOf(word)) }))
    .toSorted((one, other) => one.edits - other.edits)[0];
  return near !== undefined && near.edits <= Math.max(wanted.length, near.word.length) / 2 ? near.word : undefined;
}

const longestHeading = 60;

function wordsOf({ name, label }: OrderField): readonly string[] {
  return [name, label.ja, label.en];
}

function keyOf(heading: string): string {
  return heading
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_*※]/g, '');
}

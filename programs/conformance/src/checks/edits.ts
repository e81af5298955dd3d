import { each, json } from '../mutants/edits.js';

type Edit = ReturnType<typeof json>;
type Json = Record<string, unknown>;

/** Puts a field before all others. */
export function moveFirst(place: string, field: string): Edit {
  return each(place, (element) => {
    const others = Object.entries(element).filter(([name]) => name !== field);
    const value = element[field];
    for (const [name] of others) delete element[name];
    delete element[field];
    element[field] = value;
    for (const [name, other] of others) element[name] = other;
  });
}

/** Changes a list of the body to another one. */
export function list(field: string, change: (elements: readonly Json[]) => readonly unknown[]): Edit {
  return json((body) => {
    const elements = body[field];
    if (Array.isArray(elements)) body[field] = change(elements as Json[]);
  });
}

/** The first two elements change places; their numbers stay where they are. */
export function swapped(elements: readonly Json[]): readonly unknown[] {
  const [first, second, ...others] = elements;
  if (first === undefined || second === undefined) return elements;
  const numbered = (element: Json, { seq }: Json) => (seq === undefined ? element : { ...element, seq });
  return [numbered(second, first), numbered(first, second), ...others];
}

/** Without the last element. */
export function shortened(elements: readonly Json[]): readonly unknown[] {
  return elements.slice(0, -1);
}

/** A date-time of Japan as UTC. */
export function nineHoursBefore(dateTime: string): string {
  return new Date(Date.parse(`${dateTime.replace(' ', 'T')}Z`) - 9 * 3_600_000)
    .toISOString()
    .replace('T', ' ')
    .slice(0, 19);
}

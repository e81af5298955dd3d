import type { FieldDescription } from '../../../wire/index.js';

/** How the user fills in a field of a request. */
export type FieldInput = 'day' | 'second' | 'choice' | 'choices' | 'codes' | 'text';

/** The groups in which the form shows its fields. */
export type FieldGroup = 'needed' | 'choices' | 'times' | 'codes';

export function inputOf({ type, values, kind }: FieldDescription): FieldInput {
  if (type === 'codes') return values === undefined ? 'codes' : 'choices';
  if (values !== undefined) return 'choice';
  if (kind === undefined) return 'text';
  return kind === 'date' ? 'day' : 'second';
}

export function groupOf(field: FieldDescription): FieldGroup {
  if (field.isRequired) return 'needed';
  const input = inputOf(field);
  if (input === 'day' || input === 'second') return 'times';
  return input === 'choice' || input === 'choices' ? 'choices' : 'codes';
}

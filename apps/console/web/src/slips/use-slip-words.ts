import type { FieldDescription } from '../../../wire/index.js';
import { useRecordFields } from '../records/use-record-fields.js';
import { useTexts } from '../texts/use-texts.js';

/**
 * Returns the labels of the fields of slips, and the words for their statuses. Both come from the descriptions of
 * records.
 */
export function useSlipWords(need: { readonly isNeeded?: boolean } = {}) {
  const { language } = useTexts();
  const fields = useRecordFields('trade', need).data?.fields ?? [];
  const lines = fields.find(({ name }) => name === 'detail_list')?.of ?? [];
  const labelIn = (all: readonly FieldDescription[], name: string) =>
    all.find((field) => field.name === name)?.label[language] ?? name;
  const statuses = fields.find(({ name }) => name === 'status_code')?.values;
  return {
    labelOf: (name: string): string => labelIn(fields, name),
    /** Whether a slip has the field for its sides. Some fields are only filters. */
    isField: (name: string): boolean => fields.some((field) => field.name === name),
    lineLabelOf: (name: string): string => labelIn(lines, name),
    statusOf: (code: string): string =>
      capitalized(statuses?.find(({ value }) => value === code)?.label[language] ?? code),
    /** All statuses, in the sequence of the contract. */
    statuses: (statuses ?? []).map(({ value, label }) => ({ code: value, words: capitalized(label[language]) })),
  };
}

function capitalized(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

import { dateFormat, dateTimeFormat } from '@trading-platform/domain-types';
import type { DescribedField, DescribedRecord } from '@trading-platform/domain-types/meanings';
import type { FieldDescription } from '../../wire/index.js';

/** Converts the definition of a record into descriptions of its fields, for the page. */
export function fieldDescriptions({ fields, origin }: DescribedRecord): readonly FieldDescription[] {
  return fields.map((field) => fieldDescription(field, origin === 'request'));
}

/** Describes one field, with an example if an example helps to fill in the field. */
export function fieldDescription(field: DescribedField, isExample: boolean): FieldDescription {
  const { name, label, meaning, ja, type, isOptional, isOpen, values, of, example } = field;
  const { format, pattern, maxLength, minElements, maxElements } = field;
  const optional = {
    sentence: sentenceOf(meaning.slice(label.length + 2)),
    kind: kindOf(format),
    format,
    pattern,
    maxLength,
    minElements,
    maxElements,
    values: values?.map((each) => ({ value: String(each.value), label: { en: each.meaning, ja: each.ja } })),
    example: isExample && of === undefined ? example : undefined,
    of: of === undefined ? undefined : fieldDescriptions(of),
  };
  return {
    name,
    label: { en: label, ja },
    type,
    isRequired: !isOptional,
    isOpen,
    ...(Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== undefined)) as object),
  };
}

/** Returns the given part of a field's description as a sentence. */
function sentenceOf(text: string): string | undefined {
  return text === '' ? undefined : `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function kindOf(format: string | undefined): 'date' | 'date-time' | undefined {
  if (format?.includes(dateTimeFormat) === true) return 'date-time';
  return format?.includes(dateFormat) === true ? 'date' : undefined;
}

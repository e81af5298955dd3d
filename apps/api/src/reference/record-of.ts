import { nameOf, type RecordDefinition } from '@trading-platform/domain-types';
import {
  type DescribedRecord,
  meaningOfContract,
  type RecordMeaning,
  withMeaning,
} from '@trading-platform/domain-types/meanings';

/**
 * Returns the description of a record. If the contract does not define the record, the description contains only names and types.
 */
export function recordOf(definition: RecordDefinition): DescribedRecord {
  return withMeaning(definition, meaningOfContract(definition) ?? namesOnly(definition));
}

function namesOnly({ name, fields }: RecordDefinition): RecordMeaning {
  const said = fields.map((field) => {
    const inner = typeof field !== 'string' && field.type === 'optional' ? field.field : field;
    const words = { meaning: nameOf(field), ja: nameOf(field) };
    return [
      nameOf(field),
      typeof inner === 'object' && 'item' in inner ? { ...words, of: namesOnly(inner.item) } : words,
    ];
  });
  return { origin: 'answer', meaning: name, ja: name, fields: Object.fromEntries(said), example: {} };
}

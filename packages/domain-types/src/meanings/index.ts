import type { RecordDefinition } from '../define-record.js';
import { meaningOfContract } from './contract-records.js';
import { type DescribedRecord, withMeaning } from './described-record.js';
import { type DescribedSchema, schemaOf } from './described-schema.js';

export { batchReasonMeaning } from './batch-reasons.js';
export { meaningOfContract } from './contract-records.js';
export { type DescribedField, type DescribedRecord, type FieldType, withMeaning } from './described-record.js';
export { type DescribedSchema, schemaOf } from './described-schema.js';
export { type BothLanguages, type ErrorMeaning, errorMeanings } from './error-codes.js';
export {
  always,
  amount,
  asLoaded,
  coded,
  codes,
  day,
  dayTime,
  digits,
  flagged,
  orEmpty,
  records,
  shaped,
  text,
  valuesOf,
  type Words,
  wholeNumber,
} from './field-forms.js';
export type { FieldMeaning, ListMeaning, RecordMeaning, RecordOrigin, ValueMeaning } from './field-meaning.js';
export { type MeaningOfRecord, meaningOf } from './meaning-of.js';
export { rightMeanings } from './rights.js';

/**
 * All facts of a record of the contract and its fields, in wire order.
 *
 * @throws RangeError if this package does not export the definition; for others, call `withMeaning`
 */
export function describedRecord(definition: RecordDefinition): DescribedRecord {
  const meaning = meaningOfContract(definition);
  if (meaning === undefined) throw new RangeError(`${definition.name} is no record of the contract`);
  return withMeaning(definition, meaning);
}

/**
 * The JSON schema of a record of the contract, with the meaning, form, limit, values and example of each field.
 *
 * @throws RangeError like `describedRecord`
 */
export function describedSchema(definition: RecordDefinition): DescribedSchema {
  return schemaOf(describedRecord(definition));
}

import type { JsonSchema } from '@trading-platform/domain-types';

/** What the reference reads of a record definition. */
export interface DescribedRecord {
  readonly name: string;
  readonly schema: JsonSchema;
}

import type { ErrorCode } from '@trading-platform/domain-types';
import type { MetadataStorage, ValidationOptions } from 'class-validator';

/** What class-validator keeps of one decorator on one field. */
export type RuleMetadata = ReturnType<MetadataStorage['getTargetValidationMetadatas']>[number];

/** The order in which the defects of one field are looked for; only the first one found is told. */
export const stages = ['missing', 'type', 'length', 'format', 'allowed', 'relation'] as const;

export type Stage = (typeof stages)[number];

/** What a rule says when it refuses a value; class-validator keeps it as the rule's context. */
export interface Refusal {
  readonly stage: Stage;
  readonly errorCode: ErrorCode;
  readonly detail: string;
}

/** The class-validator options of a rule that refuses with this code and text. */
export function refusing(stage: Stage, errorCode: ErrorCode, detail: string): ValidationOptions {
  return { context: { stage, errorCode, detail } satisfies Refusal, message: detail };
}

/** What a rule says when it refuses a value; undefined for entries that are not rules. */
export function refusalOf(metadata: RuleMetadata): Refusal | undefined {
  const context: unknown = metadata.context;
  return typeof context === 'object' && context !== null && 'stage' in context ? (context as Refusal) : undefined;
}

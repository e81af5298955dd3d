import type { ErrorCode } from '@trading-platform/domain-types';
import type { MetadataStorage, ValidationOptions } from 'class-validator';

/** class-validator's data of one decorator on one field. */
export type RuleMetadata = ReturnType<MetadataStorage['getTargetValidationMetadatas']>[number];

/** The order of checks of a field. Only the first defect is reported. */
export const stages = ['missing', 'type', 'length', 'format', 'allowed', 'relation'] as const;

export type Stage = (typeof stages)[number];

/** The refusal of a rule. class-validator stores it as the context of the rule. */
export interface Refusal {
  readonly stage: Stage;
  readonly errorCode: ErrorCode;
  readonly detail: string;
}

/** The options of a class-validator rule that refuses with this code and text. */
export function refusing(stage: Stage, errorCode: ErrorCode, detail: string): ValidationOptions {
  return { context: { stage, errorCode, detail } satisfies Refusal, message: detail };
}

/** The refusal of a rule; undefined if the entry is not a rule. */
export function refusalOf(metadata: RuleMetadata): Refusal | undefined {
  const context: unknown = metadata.context;
  return typeof context === 'object' && context !== null && 'stage' in context ? (context as Refusal) : undefined;
}

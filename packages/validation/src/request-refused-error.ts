import type { ErrorEntry } from '@trading-platform/domain-types';

/** A request that does not fit its class, with all its defects in the order of the fields (Spec 2.2, 7). */
export class RequestRefusedError extends Error {
  override readonly name = 'RequestRefusedError';
  readonly code = 'request-refused';
  readonly errors: readonly ErrorEntry[];
  /** Unknown fields, for `X-Ignored-Fields`. One of them may be the misspelt name of a missing field. */
  readonly ignoredFields: readonly string[];

  constructor(errors: readonly ErrorEntry[], ignoredFields: readonly string[] = []) {
    super(
      errors
        .map((error) => `${error.error_item || 'body'}: ${error.error_code}`)
        .join(', ')
        .slice(0, 1000),
    );
    this.errors = errors;
    this.ignoredFields = ignoredFields;
  }
}

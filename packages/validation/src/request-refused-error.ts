import type { ErrorEntry } from '@trading-platform/domain-types';

/** A request that does not fit its class: every defect found, in the order of the contract's fields (Spec 2.2, 7). */
export class RequestRefusedError extends Error {
  override readonly name = 'RequestRefusedError';
  readonly code = 'request-refused';
  readonly errors: readonly ErrorEntry[];
  /** Unknown fields, for `X-Ignored-Fields`: one of them may be the misspelt name of one that is missing. */
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

/** Why an operation of this package failed. */
export type OrderingErrorCode =
  /** The database has ended the transaction of an import. Nothing of the file is loaded. */
  'import-interrupted';

/** An operation of this package failed. The message may be shown to operators. */
export class OrderingError extends Error {
  override readonly name = 'OrderingError';
  readonly code: OrderingErrorCode;

  constructor(code: OrderingErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

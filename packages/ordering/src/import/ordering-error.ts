/** Why an operation of this package ended without its result. */
export type OrderingErrorCode =
  /** The database broke off the transaction of an import; nothing of the file was loaded. */
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

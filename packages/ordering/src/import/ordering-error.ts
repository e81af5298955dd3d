/** The reason why an operation of this package failed. */
export type OrderingErrorCode =
  /** The database ended the transaction of an import. After this error, no line of the file has been loaded. */
  'import-interrupted';

/** Thrown if an operation of this package fails. The message may be shown to operators. */
export class OrderingError extends Error {
  override readonly name = 'OrderingError';
  readonly code: OrderingErrorCode;

  constructor(code: OrderingErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/**
 * - `usage`: the command line cannot be carried out as it stands
 * - `input`: a file or an answer of the person is missing or unusable
 * - `refused`: the platform did not do it, or not all of it
 * - `interrupted`: the person ended it
 */
export type CliErrorCode = 'usage' | 'input' | 'refused' | 'interrupted';

/** Ends a command without success. The message is one line that says what to do. */
export class CliError extends Error {
  override readonly name = 'CliError';
  readonly code: CliErrorCode;

  constructor(code: CliErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

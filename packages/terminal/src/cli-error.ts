/**
 * - `usage`: the command line is wrong
 * - `input`: a file or an answer of the user is missing or unusable
 * - `refused`: the platform did not carry out the command, or only a part of it
 * - `interrupted`: the user stopped the command
 */
export type CliErrorCode = 'usage' | 'input' | 'refused' | 'interrupted';

/** Ends a command without success. The message is one line with the remedy. */
export class CliError extends Error {
  override readonly name = 'CliError';
  readonly code: CliErrorCode;

  constructor(code: CliErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

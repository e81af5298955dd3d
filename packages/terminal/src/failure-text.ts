import { FileError, fileFailure } from '@trading-platform/files';
import { CliError } from './cli-error.js';

/** Errors of a program's packages, recognized without loading the packages. */
export interface KnownErrors {
  /** Names of errors whose message needs no addition. */
  readonly names: readonly string[];
  /** One line for any other error. Default: its message. */
  readonly textOf?: (error: Error) => string | Promise<string>;
}

/** One line for any error that ended a command: the problem and, if known, the remedy. */
export async function failureText(error: unknown, { names, textOf = messageOf }: KnownErrors): Promise<string> {
  if (error instanceof CliError) return error.message;
  if (!(error instanceof Error)) return oneLine(String(error));
  const failure = fileFailure(error);
  if (failure instanceof FileError) return oneLine(failure.message);
  if (names.includes(error.name)) return oneLine(error.message);
  if (error.name === 'AbortError') return 'interrupted';
  return oneLine(await textOf(error));
}

function messageOf({ message }: Error): string {
  return message;
}

/** Returns the text without line breaks. A text that quotes another one may have some. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

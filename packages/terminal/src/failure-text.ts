import { FileError, fileFailure } from '@trading-platform/files';
import { CliError } from './cli-error.js';

/** What a program knows of the errors of its packages, so that none of them need be loaded to recognise one. */
export interface KnownErrors {
  /** Names of errors whose message speaks for itself. */
  readonly names: readonly string[];
  /** One line about any other error. Default: its message. */
  readonly textOf?: (error: Error) => string | Promise<string>;
}

/** One line about any error that ended a command: what is wrong and, where it is known, what to do. */
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

/** The text without line breaks, so that it stays one line whatever it quotes. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

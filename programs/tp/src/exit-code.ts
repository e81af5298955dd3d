import { FileError, fileFailure } from '@trading-platform/files';
import { CliError } from '@trading-platform/terminal';

/** The copy is up to date, except for the records that are put aside. */
export class RecordsPutAside extends Error {
  override readonly name = 'RecordsPutAside';
}

/** Exit codes of `tp` and their meanings. */
export const exitCodes = {
  done: { code: 0, meaning: 'all was done' },
  refused: { code: 1, meaning: 'something was refused or failed' },
  usage: { code: 2, meaning: 'the command line or a file is wrong' },
  login: { code: 3, meaning: 'not signed in, or not permitted' },
  unavailable: { code: 4, meaning: 'the platform cannot be reached: try again later' },
  incomplete: { code: 5, meaning: 'a copy is current, except for records that are put aside' },
  interrupted: { code: 130, meaning: 'interrupted' },
} as const;

const byPlatformCode: Readonly<Record<string, keyof typeof exitCodes>> = {
  'settings-wrong': 'usage',
  'login-refused': 'login',
  'not-authenticated': 'login',
  'not-permitted': 'login',
  unavailable: 'unavailable',
  'too-many-calls': 'unavailable',
  timeout: 'unavailable',
};

/** The exit code of a command that ended with an error. */
export function exitCode(error: unknown): number {
  return exitCodes[reasonOf(error)].code;
}

function reasonOf(error: unknown): keyof typeof exitCodes {
  if (error instanceof CliError) {
    return error.code === 'interrupted' ? 'interrupted' : error.code === 'refused' ? 'refused' : 'usage';
  }
  const failure = fileFailure(error);
  if (failure instanceof FileError) {
    return failure.code === 'lock-held' || failure.code === 'lock-lost' ? 'refused' : 'usage';
  }
  const { name, code } = error as { name?: string; code?: string };
  if (name === 'AbortError') return 'interrupted';
  if (error instanceof RecordsPutAside) return 'incomplete';
  if (code?.startsWith('commander.') === true) return 'usage';
  return (name === 'PlatformError' ? byPlatformCode[code ?? ''] : undefined) ?? 'refused';
}

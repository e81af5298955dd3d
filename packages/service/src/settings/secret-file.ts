import { closeSync, openSync, readSync } from 'node:fs';
import { decodeText, FileError, fileFailure } from '@trading-platform/files';
import type { Environment } from './environment.js';

/** Secrets are shorter than this. So an endless file, such as a device, is not read to its end. */
const longestSecretBytes = 65_536;

/** The variable that names the file of a secret. */
export function fileVariableOf(name: string): string {
  return `${name}_FILE`;
}

/**
 * The text of a setting in an environment, or the defect of that text. Both are undefined if the environment does not
 * set it.
 */
export interface GivenText {
  readonly text?: string | undefined;
  readonly defect?: string;
}

/** Reads a secret from its variable or from the file in `<name>_FILE`, which orchestrators mount. */
export function readSecret(name: string, environment: Environment): GivenText {
  const text = environment[name];
  const variable = fileVariableOf(name);
  const path = environment[variable];
  if (!path) return text ? { text } : {};
  if (text) return { defect: `${name} and ${variable} are both set; only one of them may be` };
  try {
    return secretIn(variable, path);
  } catch (error) {
    return { defect: defectOf(variable, path, error) };
  }
}

function defectOf(variable: string, path: string, error: unknown): string {
  const failure = fileFailure(error, path);
  if (!(failure instanceof FileError)) return `${variable} cannot be read: ${(error as Error).message}`;
  return `${variable} cannot be read: ${failure.message}`;
}

function secretIn(variable: string, path: string): GivenText {
  const bytes = firstBytes(path, longestSecretBytes + 1);
  if (bytes.length > longestSecretBytes) {
    return { defect: `${variable} names a file of more than ${longestSecretBytes} bytes (${path})` };
  }
  // Editors and `echo` append a line end to a secret.
  const text = decodeText(bytes, path).replace(/\r?\n$/, '');
  return text === '' ? { defect: `${variable} names an empty file (${path})` } : { text };
}

function firstBytes(path: string, count: number): Buffer {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(count);
    let length = 0;
    for (let read = -1; read !== 0; length += read) read = readSync(file, bytes, length, count - length, null);
    return bytes.subarray(0, length);
  } finally {
    closeSync(file);
  }
}

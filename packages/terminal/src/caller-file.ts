import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { CliError } from './cli-error.js';

/** The folder that file arguments are relative to: the caller's own, also when npm runs this from the repository's root. */
export function callerFolder(): string {
  return process.env.INIT_CWD || process.cwd();
}

/** A file argument as an absolute path, taken relative to the caller's folder. */
export function callerPath(argument: string): string {
  return resolve(callerFolder(), argument);
}

/** Something to read from, and how long it is if that is known. */
export interface Input {
  readonly stream: Readable;
  readonly bytes: number | undefined;
}

/**
 * Opens a file argument, or standard input for `-`.
 *
 * @throws CliError `input`
 */
export async function openInput(argument: string): Promise<Input> {
  if (argument === '-') return { stream: process.stdin, bytes: undefined };
  const path = callerPath(argument);
  try {
    const facts = await stat(path);
    if (facts.isDirectory()) throw new CliError('input', `${argument} is a folder: name a file`);
    await (await open(path)).close();
    return {
      stream: createReadStream(path, { highWaterMark: 1_048_576 }),
      bytes: facts.isFile() ? facts.size : undefined,
    };
  } catch (error) {
    throw fileError(argument, error);
  }
}

/** Says in one line why a file could not be used. */
export function fileError(argument: string, error: unknown): unknown {
  const reason = reasons[(error as NodeJS.ErrnoException).code ?? ''];
  return reason === undefined ? error : new CliError('input', `${argument}: ${reason}`, { cause: error });
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  ENOTDIR: 'there is no such folder',
  EACCES: 'no permission',
  EPERM: 'no permission',
  EROFS: 'the disk is read-only',
  EISDIR: 'is a folder',
  ENOSPC: 'the disk is full',
};

/**
 * The JSON object that a file holds.
 *
 * @throws CliError `input`, without repeating the text, which may be a secret
 */
export function parseObject(file: string, text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Said below.
  }
  throw new CliError('input', `${file}: is not a JSON object`);
}

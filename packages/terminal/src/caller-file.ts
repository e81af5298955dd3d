import { open, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { FileError, fileFailure, readText, textOf } from '@trading-platform/files';
import { CliError } from './cli-error.js';

/**
 * The folder to which file arguments are relative: the caller's working folder, even if npm runs this from the
 * repository's root.
 */
export function callerFolder(): string {
  return process.env.INIT_CWD || process.cwd();
}

/** Returns the absolute path of a file argument. A relative argument begins in the caller's folder. */
export function callerPath(argument: string): string {
  return resolve(callerFolder(), argument);
}

/** A readable stream, and its length if it is known. */
export interface Input {
  readonly stream: Readable;
  readonly bytes: number | undefined;
}

/**
 * Opens a file argument, or standard input for `-`. The file is opened once, so later changes at its path do not
 * matter. The caller destroys the stream.
 *
 * @throws CliError `input`
 */
export async function openInput(argument: string): Promise<Input> {
  if (argument === '-') return { stream: process.stdin, bytes: undefined };
  const path = callerPath(argument);
  try {
    const facts = await stat(path);
    if (facts.isDirectory()) throw new CliError('input', `${argument}: is a folder: name a file`);
    return {
      stream: (await open(path)).createReadStream({ highWaterMark: 1_048_576 }),
      bytes: facts.isFile() ? facts.size : undefined,
    };
  } catch (error) {
    throw fileError(argument, error);
  }
}

/** Describes in one line why a file could not be used. */
export function fileError(argument: string, error: unknown): unknown {
  const known = fileFailure(error, argument);
  if (!(known instanceof FileError)) return known;
  const isOthers = known.code === 'lock-held' || known.code === 'lock-lost';
  return new CliError(isOthers ? 'refused' : 'input', known.message, { cause: error });
}

/**
 * The text of a file argument, or of standard input for `-`, in every encoding of `decodeText`.
 *
 * @throws CliError `input`
 */
export async function readInputText(argument: string): Promise<string> {
  try {
    return await (argument === '-'
      ? textOf(process.stdin, 'standard input')
      : readText(callerPath(argument), { name: argument }));
  } catch (error) {
    throw fileError(argument, error);
  }
}

/**
 * The JSON object of a file argument, or of standard input for `-`.
 *
 * @throws CliError `input`; the message does not quote the text, because the text may contain a secret
 */
export async function readObject(argument: string): Promise<Readonly<Record<string, unknown>>> {
  return parseObject(argument, await readInputText(argument));
}

/**
 * The JSON object in the text of a file.
 *
 * @throws CliError `input`; the message does not quote the text, because the text may contain a secret
 */
export function parseObject(file: string, text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Reported below.
  }
  throw new CliError('input', `${file}: is not a JSON object`);
}

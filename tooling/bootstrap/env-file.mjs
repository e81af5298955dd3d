import { readFileSync } from 'node:fs';
import { Failure } from './failure.mjs';

/**
 * Reads `NAME=value` lines, with `#` comments and optional quotes.
 *
 * @param {string} text
 * @returns {Record<string, string>}
 */
export function parseEnv(text) {
  /** @type {Record<string, string>} */
  const values = {};
  for (const line of text.split(/\r?\n/)) {
    const match = /^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=\s*(.*?)\s*$/.exec(line);
    if (match?.[1] !== undefined) values[match[1]] = unquote(match[2] ?? '');
  }
  return values;
}

/** @param {string} value */
function unquote(value) {
  const quoted = /^(['"])(.*?)\1\s*(?:#.*)?$/.exec(value);
  return quoted === null ? value.replace(/(^|\s)#.*$/, '').trim() : (quoted[2] ?? '');
}

/**
 * Reads a text file in the same way as `decodeText` of packages/files, which is not built yet in a fresh clone.
 *
 * @param {string} path
 */
function readText(path) {
  const bytes = readFileSync(path);
  const [first, second] = bytes;
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  const encoding = isUtf16 ? (first === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new Failure(`${path} is no text in UTF-8: write it as UTF-8, or as UTF-16 with a byte order mark.`);
  }
}

/**
 * Adds those values of a `.env` file that are missing in an environment. If there is no file, nothing changes.
 *
 * @param {string} path
 * @param {NodeJS.ProcessEnv} env
 */
export function loadEnvFile(path, env) {
  let text;
  try {
    text = readText(path);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return;
    throw error;
  }
  for (const [name, value] of Object.entries(parseEnv(text))) env[name] ??= value;
}

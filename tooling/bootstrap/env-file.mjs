import { readFileSync } from 'node:fs';

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
 * Puts the values of a `.env` file into an environment, where they are not set already. No file, no change.
 *
 * @param {string} path
 * @param {NodeJS.ProcessEnv} env
 */
export function loadEnvFile(path, env) {
  let text;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return;
  }
  for (const [name, value] of Object.entries(parseEnv(text))) env[name] ??= value;
}

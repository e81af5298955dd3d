/** Names of secret values in forms, JSON bodies and addresses. */
const secretFields = [
  'user_password',
  'client_secret',
  'access_token',
  'refresh_token',
  'id_token',
  'token',
  'code',
  'code_verifier',
];
const secretHeaders: ReadonlySet<string> = new Set(['authorization', 'cookie', 'set-cookie', 'proxy-authorization']);
const mask = '***';

const names = secretFields.join('|');
/* oxlint-disable eslint/no-restricted-globals -- The value after a name is matched greedily, without backtracking. */
const inForm = new RegExp(`(^|[?&])(${names})=[^&#\\s]*`, 'g');
const inJson = new RegExp(`"(${names})"(\\s*):(\\s*)"(?:[^"\\\\]|\\\\.)*"?`, 'g');
const inXml = new RegExp(`<(${names})>[^<]*`, 'g');
/* oxlint-enable eslint/no-restricted-globals */

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** Headers for display: credentials are reduced to their scheme. */
export function maskedHeaders(headers: Headers): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, maskedHeader(name.toLowerCase(), String(value))]),
  );
}

function maskedHeader(name: string, value: string): string {
  if (!secretHeaders.has(name)) return value;
  const scheme = /^(?:Bearer|Basic)(?= )/i.exec(value)?.[0];
  return scheme === undefined ? mask : `${scheme} ${mask}`;
}

export function maskedPath(path: string): string {
  return path.replace(inForm, `$1$2=${mask}`);
}

/** A body for display, even if it is cut off. */
export function maskedBody(text: string, type: string): string {
  if (type.startsWith('application/x-www-form-urlencoded')) return text.replace(inForm, `$1$2=${mask}`);
  return text.replace(inJson, `"$1"$2:$3"${mask}"`).replace(inXml, `<$1>${mask}`);
}

import type { Exchange } from './exchange.js';

const shortest = 6;
const replacement = '[secret]';

/** The form and query fields whose values must stay secret. */
const formFields = [
  'code',
  'refresh_token',
  'token',
  'client_secret',
  'user_password',
  'code_verifier',
  'access_token',
  'csrf_token',
];
const answerFields = /"(?:access_token|refresh_token|id_token)"\s*:\s*"([^"]+)"/g;
const xmlFields = /<(?:access_token|refresh_token|id_token)>([^<]+)</g;
const inputs = /<input\b[^<>]*>/gi;
const patterns: readonly (readonly [RegExp, string])[] = [
  [/\b(Bearer|Basic) [\w.~+/=-]+/g, `$1 ${replacement}`],
  [/whsec_[A-Za-z0-9+/]{6,}=*/g, replacement],
  [/(?<![\w-])eyJ[\w-]+(?:\.[\w-]+)+/g, replacement],
];

/** Remembers all passwords, secrets, tokens and codes that a run has seen, so that no report contains them. */
export class Secrets {
  readonly #values = new Set<string>();

  add(...values: readonly string[]): void {
    for (const value of values) {
      if (value.length < shortest) continue;
      this.#values
        .add(value)
        .add(encodeURIComponent(value))
        .add(new URLSearchParams({ v: value }).toString().slice(2));
    }
  }

  /** Remembers the secrets of a call and of its answer. */
  note({ sent, headers, cookies, bytes }: Exchange): void {
    const text = bytes.toString('utf8');
    const found = [answerFields, xmlFields].flatMap((pattern) =>
      [...text.matchAll(pattern)].map(([, value = '']) => value),
    );
    const hidden = [...text.matchAll(inputs)].flatMap(([input]) => hiddenValue(input) ?? []);
    this.add(
      ...found,
      ...hidden,
      ...secretsIn(headers['location'] ?? ''),
      ...secretsIn(sent.url),
      ...cookies.map(valueOf),
    );
    this.add(...(sent.headers['Cookie'] ?? '').split('; ').map(valueOf));
    if (/urlencoded/.test(sent.headers['Content-Type'] ?? ''))
      this.add(...secretsIn(`?${Buffer.from(sent.body).toString('utf8')}`));
  }

  /** Removes all remembered secrets from a text. */
  hide(text: string): string {
    const values = [...this.#values].toSorted((a, b) => b.length - a.length);
    const hidden = values.reduce((rest, value) => rest.replaceAll(value, replacement), text);
    return patterns.reduce((rest, [pattern, by]) => rest.replace(pattern, by), hidden);
  }
}

function hiddenValue(input: string): string | undefined {
  return /type="hidden"/.test(input) ? /value="([^"]+)"/.exec(input)?.[1] : undefined;
}

function secretsIn(url: string): readonly string[] {
  const query = new URLSearchParams(url.slice(url.indexOf('?') + 1));
  return url.includes('?') ? formFields.flatMap((name) => query.getAll(name)) : [];
}

/** The value of a cookie. */
function valueOf(cookie: string): string {
  const [pair = ''] = cookie.split(';');
  return pair.slice(pair.indexOf('=') + 1);
}

/**
 * The maximum number of characters that are read from the header. A preference that does not end within this number of characters
 * is ignored.
 */
const mostCharacters = 1_000;

/**
 * Returns the preferences of a call. The keys are their names in lower case (RFC 7240). A preference without a value gets the
 * value `""`. If a preference is repeated, the first one counts. Malformed text is ignored up to the next comma, so that a
 * preference never causes a call to fail.
 */
export function readPreferences(header: string | readonly string[] | undefined): ReadonlyMap<string, string> {
  const preferences = new Map<string, string>();
  if (header === undefined) return preferences;
  const text = typeof header === 'string' ? header : header.join(',');
  const scanner = new Scanner(text.slice(0, mostCharacters));
  while (!scanner.isAtEnd) {
    const found = readPreference(scanner);
    const isWhole = scanner.isAtEnd ? text.length <= mostCharacters : scanner.isAtAny(',');
    if (found !== undefined && isWhole && !preferences.has(found.name)) preferences.set(found.name, found.value);
    scanner.skipBeyond(',');
  }
  return preferences;
}

interface Preference {
  readonly name: string;
  readonly value: string;
}

/** Reads a preference, and skips its parameters. Returns undefined if the preference is malformed. */
function readPreference(scanner: Scanner): Preference | undefined {
  const found = readParameter(scanner);
  while (scanner.take(';')) {
    scanner.skipBlanks();
    if (!scanner.isAtAny(';,') && readParameter(scanner) === undefined) return undefined;
  }
  return found;
}

/** Reads `name`, `name=token` or `name="text"`, with the spaces around each part. */
function readParameter(scanner: Scanner): Preference | undefined {
  scanner.skipBlanks();
  const name = scanner.token().toLowerCase();
  scanner.skipBlanks();
  let value: string | undefined = '';
  if (scanner.take('=')) {
    scanner.skipBlanks();
    value = scanner.take('"') ? scanner.quoted() : scanner.token() || undefined;
    scanner.skipBlanks();
  }
  return name === '' || value === undefined ? undefined : { name, value };
}

/** Reads a text once, from its start to its end. */
class Scanner {
  #at = 0;

  constructor(private readonly text: string) {}

  get isAtEnd(): boolean {
    return this.#at >= this.text.length;
  }

  /** Whether the next character is one of these characters, or the text has ended. */
  isAtAny(characters: string): boolean {
    return characters.includes(this.text.charAt(this.#at));
  }

  take(character: string): boolean {
    const isNext = this.text[this.#at] === character;
    if (isNext) this.#at++;
    return isNext;
  }

  skipBlanks(): void {
    this.#run(/[ \t]*/y);
  }

  token(): string {
    return this.#run(/[\w!#$%&'*+.^`|~-]*/y);
  }

  /**
   * Reads the text up to the closing quotation mark. Returns undefined and does not move forward if there is no closing quotation
   * mark.
   */
  quoted(): string | undefined {
    const inner = this.#run(/(?:[^"\\]|\\.)*(?=")/sy);
    return this.take('"') ? inner.replace(/\\(.)/gs, '$1') : undefined;
  }

  /** Moves to the position after the next occurrence of the character, or to the end of the text. */
  skipBeyond(character: string): void {
    const next = this.text.indexOf(character, this.#at);
    this.#at = next < 0 ? this.text.length : next + 1;
  }

  #run(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const [found = ''] = pattern.exec(this.text) ?? [];
    this.#at += found.length;
    return found;
  }
}

/** A browser without scripts on one page of auth: it keeps the cookie of the page and sends its forms. */
export class SignInForm {
  readonly #address: string;
  #cookie = '';
  #page = '';

  private constructor(address: string) {
    this.#address = address;
  }

  static async open(address: string): Promise<SignInForm> {
    const form = new SignInForm(address);
    const answer = await fetch(address);
    form.#cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    form.#page = await answer.text();
    return form;
  }

  /** Sends the form that is shown, with its hidden fields. Returns the next page. */
  async send(fields: Readonly<Record<string, string>>): Promise<string> {
    const hidden = this.#page.matchAll(/type="hidden" name="([^"]+)" value="([^"]*)"/g);
    const kept = Object.fromEntries([...hidden].map(([, name = '', value = '']) => [name, value]));
    const action = /<form\b[^>]*\baction="([^"]*)"/.exec(this.#page)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const answer = await fetch(new URL(action, this.#address), {
      method: 'POST',
      // Browsers send these headers from a page without a referrer.
      headers: { cookie: this.#cookie, origin: 'null', 'sec-fetch-site': 'same-origin' },
      body: new URLSearchParams({ ...kept, ...fields }),
    });
    this.#page = await answer.text();
    if (answer.status !== 200) throw new Error(`${answer.status}: ${this.#page.replaceAll(/<[^>]*>/g, ' ')}`);
    return this.#page;
  }
}

/** Returns the key that a page shows for an authenticator app. */
export function keyOnPage(page: string): string {
  return /<br><code>([A-Z2-7 ]+)<\/code>/.exec(page)?.[1]?.replaceAll(' ', '') ?? '';
}

/** Returns the recovery codes that a page shows. */
export function recoveryCodesOnPage(page: string): readonly string[] {
  return [...page.matchAll(/<li><code>([^<]+)<\/code>/g)].map(([, code = '']) => code);
}

/** Returns the passkey options that a page passes to its script. */
export function questionOnPage(page: string) {
  const text = /data-passkey="([^"]*)"/.exec(page)?.[1]?.replaceAll('&quot;', '"') ?? '{}';
  const options = JSON.parse(text) as Record<string, unknown>;
  return { challenge: String(options['challenge']), options };
}

import { type Answer, callback, password, type TestedAuth } from './running-auth.js';

export const authorizePath = '/idp/oauth2/authorize';

/**
 * Returns the seven parameters of the authorization page, with changes. If the new value of a parameter is empty, the
 * parameter is omitted.
 */
export function authorizationQuery(auth: TestedAuth, change: Readonly<Record<string, string>> = {}): string {
  const parameters = {
    realm: '/api',
    client_id: auth.client.client_id,
    redirect_uri: callback,
    response_type: 'code',
    state: 'state & "quoted" あ',
    scope: 'openid profile email qualified',
    access_type: 'offline',
    ...change,
  };
  return new URLSearchParams(Object.entries(parameters).filter(([, value]) => value !== '')).toString();
}

/** A browser without scripts that keeps cookies and sends forms. */
export class Browser {
  readonly #auth: TestedAuth;
  readonly cookies = new Map<string, string>();
  page = '';

  constructor(auth: TestedAuth) {
    this.#auth = auth;
  }

  open(query: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.openPath(`${authorizePath}?${query}`, headers);
  }

  async openPath(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.#take(await this.#auth.get(path, { ...this.#cookieHeader(), ...headers }));
  }

  /** Sends the form of the page that is shown. */
  async send(fields: Readonly<Record<string, string>>, headers: Record<string, string> = {}): Promise<Answer> {
    const action = unescape(/action="([^"]*)"/.exec(this.page)?.[1] ?? '');
    const form = { csrf_token: this.csrfToken, lang: 'en', ...fields };
    return this.#take(await this.#auth.post(action, form, { ...this.#cookieHeader(), ...ownForm, ...headers }));
  }

  /** Signs in as the user of the test, and returns the address to which the server sends the browser back. */
  async signIn(query: string, fields: Readonly<Record<string, string>> = {}): Promise<URL> {
    await this.open(query);
    const user = { user_id: this.#auth.userId, user_password: password, decision: 'sign-in' };
    const answer = await this.send({ ...user, ...fields });
    return new URL(answer.headers.get('location') ?? 'none:');
  }

  /** Signs in as the user of the test, and returns the authorization code. */
  async authorize(query: string): Promise<string> {
    return (await this.signIn(query)).searchParams.get('code') ?? '';
  }

  get csrfToken(): string {
    return /name="csrf_token" value="([^"]*)"/.exec(this.page)?.[1] ?? '';
  }

  #cookieHeader(): Record<string, string> {
    if (this.cookies.size === 0) return {};
    return { cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ') };
  }

  #take(answer: Answer): Answer {
    for (const cookie of answer.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';');
      const [name = '', value = ''] = pair.split('=');
      if (cookie.includes('Max-Age=0')) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    if (answer.text !== '') this.page = answer.text;
    return answer;
  }
}

/** Types the code of a device, signs in as the user of the test, and allows the device. */
export async function allowDevice(auth: TestedAuth, userCode: string): Promise<Answer> {
  const browser = new Browser(auth);
  await browser.openPath('/device');
  await browser.send({ user_code: userCode, decision: 'code' });
  await browser.send({ user_id: auth.userId, user_password: password, decision: 'sign-in' });
  const hidden = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(browser.page)?.[1] ?? '';
  return browser.send({ proof: hidden('proof'), rights: hidden('rights'), decision: 'allow' });
}

/** The headers that browsers add when a page of this server sends a form without a referrer. */
const ownForm = { origin: 'null', 'sec-fetch-site': 'same-origin' };

function unescape(attribute: string): string {
  return attribute.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&lt;', '<').replaceAll('&amp;', '&');
}

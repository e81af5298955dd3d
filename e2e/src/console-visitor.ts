import { get, type IncomingMessage } from 'node:http';
import type { Platform } from './platform.js';

/** The headers that the console's own page sends with its calls. */
const ownPage = { 'x-console': '1' };

/** An answer of the console. */
export interface ConsoleAnswer<Body> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

/**
 * A browser without scripts that visits the console. The visitor stores cookies, follows the redirects of a sign-in,
 * and makes the same calls as the page.
 */
export class ConsoleVisitor {
  readonly cookies = new Map<string, string>();

  constructor(readonly url: string) {}

  /** Signs in as a user of the platform on the authorization page. */
  async signIn(userId: string, password: string, returnTo = '/'): Promise<string> {
    const begun = await this.open(`/sign-in?return=${encodeURIComponent(returnTo)}`);
    const back = await allowOnPage(locationOf(begun), userId, password);
    const ended = await this.open(back.pathname + back.search);
    return locationOf(ended);
  }

  /** A visitor with the same cookies, either in another browser tab or at another process of the console. */
  at(url: string = this.url): ConsoleVisitor {
    const other = new ConsoleVisitor(url);
    for (const [name, value] of this.cookies) other.cookies.set(name, value);
    return other;
  }

  async open(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = { cookie: this.#cookie(), ...(init.headers as Record<string, string> | undefined) };
    const answer = await fetch(this.url + path, { ...init, headers, redirect: 'manual' });
    for (const text of answer.headers.getSetCookie()) this.#take(text);
    return answer;
  }

  async call<Body = Record<string, unknown>>(call: string, body?: unknown, headers = {}): Promise<ConsoleAnswer<Body>> {
    const [method = '', path = ''] = call.split(' ');
    const type = Buffer.isBuffer(body) ? 'application/octet-stream' : 'application/json';
    const sent = Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body);
    const answer = await this.open(path, {
      method,
      headers: { ...ownPage, ...(body === undefined ? {} : { 'content-type': type }), ...headers },
      ...(body === undefined ? {} : { body: sent }),
    });
    return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Body };
  }

  /** Yields the events about batches until the signal aborts. */
  async *events(signal: AbortSignal): AsyncGenerator<{ readonly name: string; readonly data: unknown }> {
    // After an abort, `fetch` would open a new connection for each stream, and the console waits for these when it ends.
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      get(`${this.url}/api/batches/events`, { headers: { cookie: this.#cookie() }, agent: false, signal }, resolve).on(
        'error',
        reject,
      );
    });
    if (answer.statusCode !== 200) throw new Error(`The stream answers ${answer.statusCode}`);
    let text = '';
    for await (const chunk of answer.setEncoding('utf8')) {
      text += chunk;
      const whole = text.split('\n\n');
      text = whole.pop() ?? '';
      for (const frame of whole) {
        const [, name, data] = /^event: (.*)\ndata: (.*)$/.exec(frame) ?? [];
        if (name !== undefined && data !== undefined) yield { name, data: JSON.parse(data) };
      }
    }
  }

  #cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  #take(text: string): void {
    const [pair = ''] = text.split(';');
    const at = pair.indexOf('=');
    const name = pair.slice(0, at);
    if (text.includes('Max-Age=0')) this.cookies.delete(name);
    else this.cookies.set(name, pair.slice(at + 1));
  }
}

/** A user of a member who can sign in to consoles. */
export async function consoleUser(platform: Platform, userId: string, memberCode: string): Promise<string> {
  const password = 'correct horse battery staple';
  const user = ['--user-id', userId, '--member-code', memberCode, '--replace', '--no-member-check'];
  await platform.operate(['user', 'create', ...user], password);
  return password;
}

/** Fills in the authorization page and returns the address to which it redirects. */
export async function allowOnPage(address: string, userId: string, password: string): Promise<URL> {
  const shown = await fetch(address);
  const page = await shown.text();
  const cookie = shown.headers
    .getSetCookie()
    .map((text) => text.split(';')[0])
    .join('; ');
  const token = /name="csrf_token" value="([^"]*)"/.exec(page)?.[1] ?? '';
  const action = (/action="([^"]*)"/.exec(page)?.[1] ?? '').replaceAll('&amp;', '&');
  const answer = await fetch(new URL(action, address), {
    method: 'POST',
    headers: { cookie, origin: 'null', 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams({
      csrf_token: token,
      lang: 'en',
      user_id: userId,
      user_password: password,
      decision: 'sign-in',
    }),
    redirect: 'manual',
  });
  return new URL(locationOf(answer));
}

function locationOf(answer: Response): string {
  const location = answer.headers.get('location');
  if (location === null) throw new Error(`${answer.url} answers ${answer.status} instead of a redirect`);
  return location;
}

import { createHash, randomBytes } from 'node:crypto';
import type { Answer } from './answer.js';
import { fixedRealm, idpPathOf, tokenPathOf } from './paths.js';
import type { Probe } from './probe.js';

export const fixedScope = 'openid profile email qualified';
export { fixedRealm };

/** Changes to the fields of a valid request. `undefined` removes a field. */
export type Changes = Readonly<Record<string, string | undefined>>;

/** The sign-in page before the user has typed anything. */
export interface SignInPage {
  readonly answer: Answer;
  /** The address to which the form of the page is sent. */
  readonly action: string;
  readonly hidden: Readonly<Record<string, string>>;
  readonly userField: string;
  readonly passwordField: string;
  /**
   * The name and value of the sign-in button, and of the cancel button. The value is empty if the page has no such
   * button.
   */
  readonly signIn: Readonly<Record<string, string>>;
  readonly cancel: Readonly<Record<string, string>>;
  readonly cookies: string;
}

export interface Typed {
  readonly userId: string;
  readonly password: string;
}

/** Returns the path of an endpoint of the code flow. */
export function idpPath(probe: Probe, name: string): string {
  return idpPathOf(probe.target, name);
}

/** Returns the path of the token endpoint, including the realm. */
export function tokenPath(probe: Probe): string {
  return tokenPathOf(probe.target);
}

/**
 * Requests the authorization page, with the given changes to a valid request.
 *
 * @param more a text that is added to the query unchanged
 */
export function authorize(probe: Probe, changes: Changes = {}, more = ''): Promise<Answer> {
  const { clientId, redirectUri = '' } = probe.account();
  const fields: Changes = {
    realm: fixedRealm,
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    state: 'a state & more',
    scope: fixedScope,
    access_type: 'offline',
    ...changes,
  };
  return probe.auth(`${idpPath(probe, 'authorize')}?${new URLSearchParams(sentOf(fields)).toString()}${more}`, {
    headers: browser,
  });
}

/** Opens the sign-in page. */
export async function openPage(probe: Probe, changes: Changes = {}, more = ''): Promise<SignInPage> {
  return readPage((await authorize(probe, changes, more)).expectStatus(200));
}

/** Fills in the page and presses one of its buttons. */
export function submit(
  probe: Probe,
  page: SignInPage,
  typed: Typed = probe.account(),
  button: Readonly<Record<string, string>> = page.signIn,
): Promise<Answer> {
  const fields = { ...page.hidden, [page.userField]: typed.userId, [page.passwordField]: typed.password, ...button };
  return probe.send({
    method: 'POST',
    url: page.action,
    headers: {
      ...browser,
      'Content-Type': 'application/x-www-form-urlencoded',
      ...(page.cookies === '' ? {} : { Cookie: page.cookies }),
    },
    body: new URLSearchParams(fields).toString(),
  });
}

/** Signs in and returns the redirect to the callback. */
export async function signIn(probe: Probe, changes: Changes = {}): Promise<Answer> {
  const answer = await submit(probe, await openPage(probe, changes));
  return answer.expect(
    answer.status >= 300 && answer.status < 400,
    `HTTP ${answer.status} after sign-in is not a redirect`,
  );
}

/** Returns an authorization code for the callback of the account. */
export async function newCode(probe: Probe, changes: Changes = {}): Promise<string> {
  const answer = await signIn(probe, changes);
  return callbackOf(answer).get('code') ?? answer.fail('the redirect has no code');
}

/** Returns the query of the redirect to the callback. */
export function callbackOf(answer: Answer): URLSearchParams {
  const location = answer.header('location') ?? answer.fail('there is no header Location');
  return URL.canParse(location)
    ? new URL(location).searchParams
    : answer.fail(`Location is not an address: ${location}`);
}

/** Returns the form fields of a code exchange. Spec 4.2. */
export function codeForm(probe: Probe, code: string, changes: Changes = {}): Record<string, string> {
  const { clientId, clientSecret, redirectUri = '' } = probe.account();
  return sentOf({
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    client_id: clientId,
    client_secret: clientSecret,
    ...changes,
  });
}

/** Returns the form fields of a reissue. Spec 4.4. */
export function reissueForm(probe: Probe, refreshToken: string, changes: Changes = {}): Record<string, string> {
  const { clientId, clientSecret } = probe.account();
  return sentOf({
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
    client_id: clientId,
    client_secret: clientSecret,
    ...changes,
  });
}

/** Returns the fields of a form with the given changes. */
export function sentOf(fields: Changes): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

/** A PKCE verifier and its challenge. RFC 7636. */
export function newVerifier(): { readonly verifier: string; readonly challenge: string } {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

const browser = { Accept: 'text/html', 'Accept-Language': 'en' };

/** @throws Finding if the page has no form with a user ID and a password */
export function readPage(answer: Answer): SignInPage {
  const form = answer.text.split(/<\/form>/i).find((text) => /type="password"/i.test(text));
  const [, attributes, content] = /<form\b([^<>]*)>([^]*)/i.exec(form ?? '') ?? [];
  if (attributes === undefined || content === undefined) return answer.fail('the page has no form with a password');
  const inputs = [...content.matchAll(/<input\b([^<>]*)>/gi)].map(([, text = '']) => attributesOf(text));
  const buttons = [...content.matchAll(/<button\b([^<>]*)>([^<]*)/gi)].map(([, text = '', label = '']) => ({
    ...attributesOf(text),
    label,
  }));
  const nameOf = (isWanted: (input: Readonly<Record<string, string>>) => boolean) =>
    inputs.find(isWanted)?.['name'] ?? '';
  return {
    answer,
    action: new URL(attributesOf(attributes)['action'] ?? '', answer.exchange.sent.url).href,
    hidden: Object.fromEntries(
      inputs.filter(({ type }) => type === 'hidden').map(({ name = '', value = '' }) => [name, value]),
    ),
    userField: nameOf(({ type = 'text' }) => ['text', 'email', 'username'].includes(type)),
    passwordField: nameOf(({ type }) => type === 'password'),
    signIn: pressed(buttons.find((button) => !isCancel(button))),
    cancel: pressed(buttons.find(isCancel)),
    cookies: answer.exchange.cookies.map((cookie) => cookie.split(';')[0] ?? '').join('; '),
  };
}

function isCancel({ value = '', label = '' }: Readonly<Record<string, string>>): boolean {
  return /cancel/i.test(`${value} ${label}`);
}

function pressed(button: Readonly<Record<string, string>> | undefined): Readonly<Record<string, string>> {
  return button?.['name'] === undefined ? {} : { [button['name']]: button['value'] ?? '' };
}

/** Returns the attributes of a tag, with their names in lower case. */
export function attributesOf(text: string): Record<string, string> {
  const pairs = [...text.matchAll(/([\w-]+)(?:="([^"]*)")?/g)];
  return Object.fromEntries(pairs.map(([, name = '', value = '']) => [name.toLowerCase(), unescaped(value)]));
}

function unescaped(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}

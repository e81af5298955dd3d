type Form = Readonly<Record<string, string>>;

const client = { client_id: 'erp', client_secret: 'secret' };
const user = { user_id: 'tanaka', user_password: 'correct horse' };

/**
 * The authentication server of the fake platform. It accepts the user `tanaka` with the password `correct horse`, the
 * client `erp` with the secret `secret`, and the code `good-code`.
 */
export class FakeTokens {
  accessTokenLifetimeSeconds = 300;
  /** The claims of access tokens, such as `member_code`. If undefined, tokens have no claims. */
  claims: object | undefined;
  #count = 0;
  #refreshToken = '';
  #accessTokens = new Set<string>();

  /** Refuses all issued access tokens from now on, but no refresh tokens. */
  forgetAccessTokens(): void {
    this.#accessTokens = new Set();
  }

  forgetGrants(): void {
    this.#refreshToken = '';
  }

  isGood(authorization: string | undefined): boolean {
    return this.#accessTokens.has(authorization?.slice('Bearer '.length) ?? '');
  }

  answer(path: string, form: Form): { readonly status: number; readonly body: object } {
    if (path.endsWith('/revoke')) return { status: 200, body: {} };
    if (!holds(form, client) || !this.#isGranted(path, form)) {
      return { status: 400, body: { error: 'invalid_grant', error_description: 'User or password is wrong' } };
    }
    this.#count++;
    this.#refreshToken = `refresh-${this.#count}`;
    const accessToken = this.#accessToken();
    this.#accessTokens.add(accessToken);
    const body = {
      scope: 'openid profile email qualified',
      exires_in: this.accessTokenLifetimeSeconds,
      token_type: 'Bearer',
      access_token: accessToken,
      refresh_token: this.#refreshToken,
    };
    return { status: 200, body };
  }

  /** If `claims` are set, the token is a JWT (RFC 7519) without a signature. */
  #accessToken(): string {
    const name = `access-${this.#count}`;
    if (this.claims === undefined) return name;
    const payload = Buffer.from(JSON.stringify({ ...this.claims, jti: name })).toString('base64url');
    return `e30.${payload}.`;
  }

  #isGranted(path: string, form: Form): boolean {
    if (path.endsWith('/credentials/access_token')) return holds(form, user);
    if (form['grant_type'] === 'authorization_code')
      return form['code'] === 'good-code' && form['code_verifier'] !== '';
    return form['grant_type'] === 'refresh_token' && form['refresh_token'] === this.#refreshToken;
  }
}

function holds(form: Form, expected: Form): boolean {
  return Object.entries(expected).every(([name, value]) => form[name] === value);
}

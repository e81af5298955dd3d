import { deviceGrantType } from '@trading-platform/domain-types';

type Form = Readonly<Record<string, string>>;

const client = { client_id: 'erp', client_secret: 'secret' };
const service = { client_id: 'nightly', client_secret: 'night-secret' };
const user = { user_id: 'tanaka', user_password: 'correct horse' };

const serviceGrant = 'client_credentials';
const isNoService = { error: 'unauthorized_client', error_description: 'The client is not a service account' };

const isNoDevice = { error: 'unauthorized_client', error_description: 'The client may not use the device flow' };

interface OAuthError {
  readonly error: string;
  readonly error_description: string;
}

/**
 * The authentication server of the fake platform. It accepts the user `tanaka` with the password `correct horse`, the
 * client `erp` with the secret `secret`, the code `good-code`, each device code after the answers `deviceAnswers`, and the service account `nightly` with the secret
 * `night-secret`.
 */
export class FakeTokens {
  accessTokenLifetimeSeconds = 300;
  /** The claims of access tokens, such as `member_code`. If undefined, tokens have no claims. */
  claims: object | undefined;
  /** The errors that a device gets, one after the other, before it gets tokens. */
  deviceAnswers: readonly string[] = ['authorization_pending'];
  /** Short, so that tests do not wait long. */
  deviceIntervalSeconds = 0.02;
  #polls = 0;
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
    if (path.endsWith('/device_authorization')) return this.#device(form);
    const isService = form['client_id'] === service.client_id;
    const problem = isService ? serviceProblem(form) : this.#problem(path, form);
    if (problem !== undefined) return { status: 400, body: problem };
    this.#count++;
    if (!isService) this.#refreshToken = `refresh-${this.#count}`;
    const accessToken = this.#accessToken();
    this.#accessTokens.add(accessToken);
    const body = {
      scope: 'openid profile email qualified',
      exires_in: this.accessTokenLifetimeSeconds,
      token_type: 'Bearer',
      access_token: accessToken,
      ...(isService ? {} : { refresh_token: this.#refreshToken }),
    };
    return { status: 200, body };
  }

  #device(form: Form): { readonly status: number; readonly body: object } {
    if (!holds(form, client)) return { status: 400, body: isNoDevice };
    this.#polls = 0;
    const page = 'https://auth.example.com/device';
    const body = {
      device_code: 'device-code',
      user_code: 'WDJB-MJHT',
      verification_uri: page,
      verification_uri_complete: `${page}?user_code=WDJB-MJHT`,
      expires_in: 600,
      interval: this.deviceIntervalSeconds,
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

  #problem(path: string, form: Form): OAuthError | undefined {
    if (form['grant_type'] === serviceGrant) return isNoService;
    if (form['grant_type'] === deviceGrantType) return this.#deviceProblem(form);
    if (holds(form, client) && this.#isGranted(path, form)) return undefined;
    return { error: 'invalid_grant', error_description: 'User or password is wrong' };
  }

  #deviceProblem(form: Form): OAuthError | undefined {
    if (!holds(form, client)) return isNoDevice;
    const error = this.deviceAnswers[this.#polls++];
    return error === undefined ? undefined : { error, error_description: `The device gets ${error}` };
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

function serviceProblem(form: Form): OAuthError | undefined {
  if (!holds(form, service)) return { error: 'invalid_client', error_description: 'The client secret is wrong' };
  if (form['grant_type'] === serviceGrant) return undefined;
  return { error: 'unauthorized_client', error_description: 'The client may not use this flow' };
}

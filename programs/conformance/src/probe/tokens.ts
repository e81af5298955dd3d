import type { HttpClient } from '../http/http-client.js';
import { Pace } from '../http/pace.js';
import type { Account, OtherClient, Target } from './account.js';
import { Answer } from './answer.js';

/** An access token, and the pace at which it may be used. */
export interface Bearer {
  readonly token: string;
  readonly pace: Pace;
  readonly endsAt: number;
}

const renewBeforeMs = 60_000;

/**
 * Keeps one access token for each caller. All checks share this token. When the call limit of the token is used up, a
 * new token is requested.
 */
export class Tokens {
  readonly #http: HttpClient;
  readonly #authUrl: string;
  readonly #bearers = new Map<string, Promise<Bearer>>();

  constructor(http: HttpClient, { authUrl }: Pick<Target, 'authUrl'>) {
    this.#http = http;
    this.#authUrl = authUrl;
  }

  /** @throws Finding if the server issues no token */
  of(account: Account): Promise<Bearer> {
    const form = credentialsForm(account);
    return this.#bearer(`${account.userId} ${account.clientId}`, '/api/credentials/access_token', form);
  }

  /**
   * Returns a token of a service account.
   *
   * @param path of the token endpoint
   * @throws Finding if the server issues no token
   */
  ofService(client: OtherClient, path: string): Promise<Bearer> {
    return this.#bearer(client.clientId, path, serviceForm(client));
  }

  async #bearer(key: string, path: string, form: Record<string, string>): Promise<Bearer> {
    const before = this.#bearers.get(key);
    const known = await before?.catch(() => undefined);
    if (known !== undefined && Date.now() < known.endsAt - renewBeforeMs && !known.pace.isUsedUp) return known;
    const now = this.#bearers.get(key);
    const asked = now === before || now === undefined ? this.#ask(path, form) : now;
    this.#bearers.set(key, asked);
    return asked;
  }

  async #ask(path: string, form: Record<string, string>): Promise<Bearer> {
    const exchange = await this.#http.send({
      method: 'POST',
      url: `${this.#authUrl}${path}`,
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form).toString(),
    });
    const answer = new Answer(exchange).expectStatus(200);
    const seconds = Number(answer.body['exires_in'] ?? answer.body['expires_in'] ?? 0);
    return { token: answer.string('access_token'), pace: new Pace(), endsAt: Date.now() + seconds * 1_000 };
  }
}

/** Returns the fields of a token request with a user's credentials (4.3). */
export function credentialsForm({ userId, password, clientId, clientSecret }: Account): Record<string, string> {
  return { user_id: userId, user_password: password, client_id: clientId, client_secret: clientSecret };
}

/** Returns the fields of a token request of a service account. */
export function serviceForm({ clientId, clientSecret }: OtherClient): Record<string, string> {
  return { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
}

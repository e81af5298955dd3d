import { setTimeout as sleep } from 'node:timers/promises';
import type { CallParts, Exchange } from '../http/exchange.js';
import type { HttpClient } from '../http/http-client.js';
import { retryAfterMs } from '../http/pace.js';
import type { Account, OtherClient, Role, Target } from './account.js';
import { Answer } from './answer.js';
import { CannotJudge } from './finding.js';
import type { Memo } from './memo.js';
import type { Tokens } from './tokens.js';

/** How a call of the data API is made. */
export interface CallOptions {
  /** Default: `head`. */
  readonly as?: Role;
  /** With the second client of the user. */
  readonly withOtherClient?: boolean;
  readonly method?: string;
  /** Over those that each call has: `Authorization`, and `Content-Type` where there is a body. An empty one is left out. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** What one run of the kit has in common. */
export interface RunState {
  readonly target: Target;
  readonly http: HttpClient;
  readonly tokens: Tokens;
  readonly memo: Memo;
}

const refusedAtMost = 2;

/** What a check works with: calls, and what other checks have found out already. Keeps the calls of this check. */
export class Probe {
  readonly target: Target;
  readonly #state: RunState;
  #last: Exchange | undefined;

  constructor(state: RunState) {
    this.target = state.target;
    this.#state = state;
  }

  /** The newest call of this check. */
  get lastExchange(): Exchange | undefined {
    return this.#last;
  }

  /** @throws CannotJudge where the operator has not named one */
  account(role: Role = 'head'): Account {
    return this.target.accounts[role] ?? this.cannotJudge(`no account of a ${role} is known`);
  }

  /** An account with the second client. */
  otherClientAccount(role: Role = 'head'): Account {
    const other: OtherClient = this.target.otherClient ?? this.cannotJudge('no second client is known');
    return { ...this.account(role), ...other };
  }

  /** Ends a check that cannot be made here. */
  cannotJudge(reason: string): never {
    throw new CannotJudge(reason);
  }

  /** Makes something once for all checks of a run, such as a batch that many look at. Its failure is that of each of them. */
  once<T>(key: string, make: () => Promise<T>): Promise<T> {
    return this.#state.memo.once(key, make);
  }

  /** The access token that the checks share. */
  async token(role: Role = 'head'): Promise<string> {
    return (await this.#state.tokens.of(this.account(role))).token;
  }

  /** Sends a call as it is; the address is whole. */
  async send(parts: CallParts): Promise<Answer> {
    this.#last = await this.#state.http.send(parts);
    return new Answer(this.#last);
  }

  /** Calls the authentication server: `/idp/oauth2/authorize`, with whatever query. */
  auth(path: string, parts: Omit<CallParts, 'url'> = {}): Promise<Answer> {
    return this.send({ ...parts, url: `${this.target.authUrl}${path}` });
  }

  /** Posts a form to the authentication server. */
  form(
    path: string,
    fields: Readonly<Record<string, string>>,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer> {
    return this.auth(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams(fields).toString(),
    });
  }

  /**
   * Calls the data API at a path after its prefix, with a token and, unless it is text or bytes already, the body as JSON. Keeps below the
   * call limit: a call that was too many is made again when its time has come.
   */
  async call(path: string, body?: unknown, options: CallOptions = {}): Promise<Answer> {
    const { as = 'head', withOtherClient = false, method = 'POST', headers = {} } = options;
    const { token, pace } = await this.#state.tokens.of(
      withOtherClient ? this.otherClientAccount(as) : this.account(as),
    );
    const parts = {
      method,
      url: `${this.target.apiUrl}${path}`,
      headers: withoutEmpty({
        Authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      }),
      body: body === undefined ? '' : bodyOf(body),
    };
    for (let refused = 0; ; refused += 1) {
      await pace.turn();
      const answer = await this.send(parts);
      pace.note(answer.exchange);
      const waitMs = answer.status === 429 ? retryAfterMs(answer.exchange) : undefined;
      if (waitMs === undefined || refused >= refusedAtMost) return answer;
      await sleep(waitMs);
    }
  }

  /** Reads from the data API. */
  get(path: string, options: CallOptions = {}): Promise<Answer> {
    return this.call(path, undefined, { ...options, method: 'GET' });
  }
}

function bodyOf(body: unknown): string | Uint8Array {
  return typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body);
}

function withoutEmpty(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ''));
}

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
  /** They override `Authorization` and, with a body, `Content-Type`. An empty one is left out. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The state that all checks of a run share. */
export interface RunState {
  readonly target: Target;
  readonly http: HttpClient;
  readonly tokens: Tokens;
  readonly memo: Memo;
}

const refusedAtMost = 2;

/** The tool of a check: it makes calls, and shares results with other checks. It keeps the last call of this check. */
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

  /** @throws CannotJudge if the operator has named none */
  account(role: Role = 'head'): Account {
    return this.target.accounts[role] ?? this.cannotJudge(`no account of a ${role} is known`);
  }

  /** An account with the second client. */
  otherClientAccount(role: Role = 'head'): Account {
    const other: OtherClient = this.target.otherClient ?? this.cannotJudge('no second client is known');
    return { ...this.account(role), ...other };
  }

  /** Ends a check that is impossible here. */
  cannotJudge(reason: string): never {
    throw new CannotJudge(reason);
  }

  /** Makes something once for all checks of a run, such as a batch. If it fails, each of these checks fails. */
  once<T>(key: string, make: () => Promise<T>): Promise<T> {
    return this.#state.memo.once(key, make);
  }

  /** The access token that the checks share. */
  async token(role: Role = 'head'): Promise<string> {
    return (await this.#state.tokens.of(this.account(role))).token;
  }

  /** Sends a call as it is, to a whole address. */
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
   * Calls the data API with a token, at a path after its prefix. A body that is neither text nor bytes is sent as JSON. It keeps below the
   * call limit: after HTTP 429 it waits and repeats the call.
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

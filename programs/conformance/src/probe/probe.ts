import { setTimeout as sleep } from 'node:timers/promises';
import type { CallParts, Exchange } from '../http/exchange.js';
import type { HttpClient } from '../http/http-client.js';
import type { MessageReceiver } from '../http/message-receiver.js';
import { retryAfterMs } from '../http/pace.js';
import type { Account, Caller, OtherClient, Role, Target } from './account.js';
import { Answer } from './answer.js';
import { CannotJudge } from './finding.js';
import type { Memo } from './memo.js';
import { tokenPathOf } from './paths.js';
import type { Bearer, Tokens } from './tokens.js';

/** Options for a call of the data API. */
export interface CallOptions {
  /** Default: `head`. */
  readonly as?: Role;
  /** Whether the call uses the second client of the user. */
  readonly withOtherClient?: boolean;
  /** The caller, if it is not an account of the user. */
  readonly by?: Caller;
  readonly method?: string;
  /**
   * These headers replace `Authorization` and, if there is a body, `Content-Type`. A header with an empty value is not
   * sent.
   */
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

/**
 * The object with which a check makes calls and shares results with other checks. The probe remembers the last call of
 * its check.
 */
export class Probe {
  readonly target: Target;
  readonly #state: RunState;
  #last: Exchange | undefined;

  constructor(state: RunState) {
    this.target = state.target;
    this.#state = state;
  }

  /** The most recent call of this check. */
  get lastExchange(): Exchange | undefined {
    return this.#last;
  }

  /** @throws CannotJudge if the operator has named no such account */
  account(role: Role = 'head'): Account {
    return this.target.accounts[role] ?? this.cannotJudge(`no account of a ${role} is known`);
  }

  /** The account of a role, but with the second client. */
  otherClientAccount(role: Role = 'head'): Account {
    const other: OtherClient = this.target.otherClient ?? this.cannotJudge('no second client is known');
    return { ...this.account(role), ...other };
  }

  /** @throws CannotJudge if the operator has named no such account */
  serviceAccount(): OtherClient {
    return this.target.serviceAccount ?? this.cannotJudge('no service account is known (service_account)');
  }

  /** @throws CannotJudge if there is no receiver */
  receiver(): MessageReceiver {
    return this.target.receiver ?? this.cannotJudge('no receiver is known (--receiver)');
  }

  /** The callers that may lack rights: the user of `head` with the limited client, and the service account. */
  callersWithoutRights(): readonly Caller[] {
    const { limitedClient, serviceAccount } = this.target;
    return [
      ...(limitedClient === undefined ? [] : [{ ...this.account(), ...limitedClient }]),
      ...(serviceAccount === undefined ? [] : [serviceAccount]),
    ];
  }

  /** Ends a check that cannot be made on this deployment. */
  cannotJudge(reason: string): never {
    throw new CannotJudge(reason);
  }

  /** Makes something, such as a batch, only once for all checks of a run. If that fails, all these checks fail. */
  once<T>(key: string, make: () => Promise<T>): Promise<T> {
    return this.#state.memo.once(key, make);
  }

  /** Returns the access token that the checks share. */
  async token(role: Role = 'head'): Promise<string> {
    return this.tokenOf(this.account(role));
  }

  /** Returns the access token of a caller, which the checks share. */
  async tokenOf(caller: Caller): Promise<string> {
    return (await this.#bearer(caller)).token;
  }

  /** Sends a call to a complete address without changing the call. */
  async send(parts: CallParts): Promise<Answer> {
    this.#last = await this.#state.http.send(parts);
    return new Answer(this.#last);
  }

  /** Calls the authentication server, for example at `/idp/oauth2/authorize`, with any query. */
  auth(path: string, parts: Omit<CallParts, 'url'> = {}): Promise<Answer> {
    return this.send({ ...parts, url: `${this.target.authUrl}${path}` });
  }

  /** Sends a form to the authentication server with POST. */
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
   * Calls the data API with a token, at a path after its prefix. A body that is neither a text nor bytes is sent as
   * JSON. The probe keeps within the call limit and, after HTTP 429, waits and repeats the call.
   */
  async call(path: string, body?: unknown, options: CallOptions = {}): Promise<Answer> {
    const { as = 'head', withOtherClient = false, method = 'POST', headers = {} } = options;
    const { by = withOtherClient ? this.otherClientAccount(as) : this.account(as) } = options;
    const { token, pace } = await this.#bearer(by);
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

  #bearer(caller: Caller): Promise<Bearer> {
    const { tokens } = this.#state;
    return 'userId' in caller ? tokens.of(caller) : tokens.ofService(caller, tokenPathOf(this.target));
  }

  /** Calls the data API with GET. */
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

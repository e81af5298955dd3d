import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { Inject, Injectable } from '@nestjs/common';
import { PlatformClient, PlatformError, type StoredTokens, type TokenStore } from '@trading-platform/client';
import { ENV, type Env } from '../env.js';
import { signedOut } from '../http/console-error.js';
import type { LiveSession } from '../session/session-keeper.js';
import { openAnswer } from './open-records.js';

/** A user waits for these calls, so their time limit is short. The person can try again. */
const retry = { attempts: 2, longestRetryAfterSeconds: 2 };
const silenceSeconds = 30;

/** Calls the platform on behalf of the signed-in user. */
@Injectable()
export class PlatformCalls {
  readonly #clients = new WeakMap<LiveSession, PlatformClient>();
  readonly #ignored = new WeakMap<LiveSession, Set<string>>();

  constructor(@Inject(ENV) private readonly env: Env) {}

  /** Returns the SDK with the access token of this call. */
  clientOf(live: LiveSession): PlatformClient {
    const known = this.#clients.get(live);
    if (known !== undefined) return known;
    const ignored = new Set<string>();
    this.#ignored.set(live, ignored);
    const { issuer: authUrl, apiUrl, apiPrefix, clientId, clientSecret, idpSegment } = this.env;
    const client = new PlatformClient({
      authUrl,
      apiUrl,
      apiPrefix,
      clientId,
      clientSecret,
      idpSegment,
      retry,
      tokenStore: new TokensOfCall(live.session.tokens),
      allowHttp: true,
      longestSilenceSeconds: silenceSeconds,
      language: live.language,
      onIgnoredFields: ({ fields }) => fields.forEach((field) => ignored.add(field)),
    });
    this.#clients.set(live, client);
    return client;
  }

  /** The fields that the platform has ignored during this call because it does not know them. */
  ignoredOf(live: LiveSession): readonly string[] {
    return [...(this.#ignored.get(live) ?? [])];
  }

  /**
   * Reads all records of a small batch, even if another client of the member has requested it.
   *
   * @throws ConsoleError
   */
  async fewRecords<Row>(live: LiveSession, batchId: string): Promise<readonly Row[]> {
    const answer = await this.openBatch(live, batchId, '/records', AbortSignal.timeout(silenceSeconds * 1_000));
    const lines = (await text(answer)).split('\n').filter((line) => line !== '');
    return lines.map((line) => JSON.parse(line) as Row);
  }

  /**
   * Opens the answer of a call about a batch. The body of the answer may be long.
   *
   * @param part the part of the path after the number of the batch, such as `/records`
   * @throws ConsoleError
   */
  openBatch(
    { session, language }: LiveSession,
    batchId: string,
    part: string,
    signal: AbortSignal,
  ): Promise<IncomingMessage> {
    return openAnswer({
      address: `${this.env.apiUrl}${this.env.apiPrefix}/batches/${encodeURIComponent(batchId)}${part}`,
      headers: {
        'accept-encoding': 'identity',
        'accept-language': language,
        authorization: `Bearer ${session.tokens.accessToken}`,
      },
      signal,
    });
  }

  /**
   * Calls a function of the authentication server that is not in the contract. Sends the access token.
   *
   * @param path the part of the path after the segment, such as `/account/grants`
   * @throws PlatformError `unavailable`
   */
  async askAuth({ session }: LiveSession, path: string, method: 'GET' | 'DELETE' = 'GET'): Promise<Response> {
    const address = `${this.env.issuer}/${this.env.idpSegment}${path}`;
    try {
      return await fetch(address, {
        method,
        headers: { authorization: `Bearer ${session.tokens.accessToken}` },
        redirect: 'error',
        signal: AbortSignal.timeout(silenceSeconds * 1_000),
      });
    } catch (cause) {
      throw new PlatformError('unavailable', 'The authentication server does not answer', { address, cause });
    }
  }
}

/**
 * Gives the SDK the token pair of a session. The SDK may not renew this pair. The pair is renewed before the call,
 * while the answer can still take the new pair to the browser.
 */
class TokensOfCall implements TokenStore {
  readonly #tokens: StoredTokens;

  constructor(tokens: StoredTokens) {
    this.#tokens = { ...tokens, renewAt: Number.POSITIVE_INFINITY };
  }

  async load(): Promise<StoredTokens> {
    return this.#tokens;
  }

  async save(): Promise<void> {
    throw signedOut();
  }

  /** The SDK tries to renew the pair when the data API no longer accepts the token. */
  async exclusively(): Promise<never> {
    throw signedOut();
  }
}

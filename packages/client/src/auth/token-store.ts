/** A stored token pair. A persistent store keeps the pair between runs. */
export interface StoredTokens {
  readonly accessToken: string;
  /** Empty for a service account, which has no refresh token. */
  readonly refreshToken: string;
  /** Epoch milliseconds. */
  readonly accessTokenEndsAt: number;
  /** The time in epoch milliseconds from which the pair is renewed before it is used. */
  readonly renewAt: number;
}

/** A store of one token pair, for one user of one client. */
export interface TokenStore {
  load(): Promise<StoredTokens | undefined>;
  /** Replaces the stored pair; `undefined` deletes it. */
  save(tokens: StoredTokens | undefined): Promise<void>;
  /**
   * Runs `work`, which renews the pair. Meanwhile, no other client or process that shares the store may run such work.
   * Only a store that several clients or processes share needs this function, because a refresh token works only once.
   */
  exclusively?<T>(work: () => Promise<T>): Promise<T>;
}

/** Keeps the tokens in the memory of the process. Several clients may share it. */
export class MemoryTokenStore implements TokenStore {
  #tokens: StoredTokens | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(tokens?: StoredTokens) {
    this.#tokens = tokens;
  }

  async load(): Promise<StoredTokens | undefined> {
    return this.#tokens;
  }

  async save(tokens: StoredTokens | undefined): Promise<void> {
    this.#tokens = tokens;
  }

  exclusively<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.#last.then(work);
    this.#last = mine.catch(() => undefined);
    return mine;
  }
}

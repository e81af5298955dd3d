/** A token pair as it is kept between calls, and between runs by a store that lasts. */
export interface StoredTokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  /** Epoch milliseconds. */
  readonly accessTokenEndsAt: number;
  /** Epoch milliseconds; from then on the pair is replaced before it is used. */
  readonly renewAt: number;
}

/** Where the token pair is kept. One store belongs to one user of one client. */
export interface TokenStore {
  load(): Promise<StoredTokens | undefined>;
  /** Keeps the pair instead of a former one; `undefined` forgets it. */
  save(tokens: StoredTokens | undefined): Promise<void>;
  /**
   * Does something while nobody else who shares the store does so: a pair is renewed in it. Needed where several clients or processes
   * share a store, as a refresh token works once.
   */
  exclusively?<T>(work: () => Promise<T>): Promise<T>;
}

/** Keeps the tokens as long as the process lives. Several clients may share it. */
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

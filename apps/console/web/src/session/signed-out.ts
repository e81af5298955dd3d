/** When any call finds that the session has ended, informs the whole page. */
class SignedOut {
  readonly #listeners = new Set<() => void>();

  tell(): void {
    for (const listener of this.#listeners) listener();
  }

  /** @returns ends the listening */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

export const signedOut = new SignedOut();

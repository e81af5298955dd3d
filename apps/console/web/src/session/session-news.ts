/** Informs the whole page of something that any call may find out. */
class News {
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

/** The session has ended. */
export const signedOut = new News();

/** The application lacks a right, which it may have had when the page was opened. */
export const rightMissing = new News();

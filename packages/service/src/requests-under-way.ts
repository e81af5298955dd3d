import type { Server, ServerResponse } from 'node:http';

/** The requests of a server that have begun and whose answers have not ended. */
export class RequestsUnderWay {
  readonly #answers = new Set<ServerResponse>();
  #closing = false;

  constructor(server: Server) {
    server.prependListener('request', (_request, answer: ServerResponse) => {
      if (this.#closing) answer.setHeader('Connection', 'close');
      this.#answers.add(answer);
      answer.once('close', () => this.#answers.delete(answer));
    });
  }

  /** From now on every connection ends with the answer that is sent on it. */
  closeConnections(): void {
    this.#closing = true;
    for (const answer of this.#answers) {
      if (!answer.headersSent) answer.setHeader('Connection', 'close');
    }
  }

  /** Resolves when all requests that have begun by now have ended. Later ones are not waited for. */
  async finished(): Promise<void> {
    await Promise.all([...this.#answers].map((answer) => new Promise((resolve) => answer.once('close', resolve))));
  }
}

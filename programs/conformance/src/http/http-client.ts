import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { type CallParts, type Exchange, NoAnswer, type SentCall } from './exchange.js';
import { Secrets } from './secrets.js';

/** This time limit is longer than the longest call of the platform (30 seconds). */
const answerWithinMs = 45_000;
const bytesAtMost = 64 * 1_048_576;
/**
 * Connections are used again, but an idle one is closed before the server closes it: a call that began at that moment
 * would get no answer. Without `timeout`, the time in the header `Keep-Alive` has no effect either.
 */
export const reusing = { keepAlive: true, timeout: 15_000 } as const;

/**
 * Sends calls without changing them. The client follows no redirect, decompresses no answer, and adds only the headers
 * that HTTP requires. Therefore the kit judges exactly what the deployment sent.
 */
export class HttpClient {
  /** The secrets that have appeared in a call. */
  readonly secrets = new Secrets();
  readonly #http = new HttpAgent(reusing);
  readonly #https = new HttpsAgent(reusing);

  /** @throws NoAnswer */
  async send({ method = 'GET', url, headers = {}, body = '' }: CallParts): Promise<Exchange> {
    const sent: SentCall = { method, url, headers, body };
    try {
      const exchange = await this.#exchange(sent);
      this.secrets.note(exchange);
      return exchange;
    } catch (error) {
      throw new NoAnswer(sent, error);
    }
  }

  close(): void {
    this.#http.destroy();
    this.#https.destroy();
  }

  #exchange(sent: SentCall): Promise<Exchange> {
    const bytes = Buffer.from(sent.body);
    const length = bytes.length > 0 || sent.method === 'POST' ? { 'Content-Length': String(bytes.length) } : {};
    const options = {
      method: sent.method,
      headers: { ...length, ...sent.headers },
      signal: AbortSignal.timeout(answerWithinMs),
    };
    return new Promise((resolve, reject) => {
      const read = (answer: IncomingMessage) => void exchangeOf(sent, answer).then(resolve, reject);
      const outgoing = sent.url.startsWith('https:')
        ? requestHttps(sent.url, { ...options, agent: this.#https }, read)
        : requestHttp(sent.url, { ...options, agent: this.#http }, read);
      outgoing.on('error', reject).end(bytes);
    });
  }
}

async function exchangeOf(sent: SentCall, answer: IncomingMessage): Promise<Exchange> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > bytesAtMost) throw new Error(`the answer is longer than ${bytesAtMost} bytes`);
    chunks.push(chunk);
  }
  const headers = Object.entries(answer.headers).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.join(', ') : (value ?? ''),
  ]);
  return {
    sent,
    status: answer.statusCode ?? 0,
    headers: Object.fromEntries(headers) as Record<string, string>,
    cookies: answer.headers['set-cookie'] ?? [],
    bytes: Buffer.concat(chunks),
  };
}

import { createServer, type Server } from 'node:http';
import { CliError } from '@trading-platform/terminal';

const loopbackHosts: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);
const minutesToSignIn = 5;

/** Waits on this machine for the browser to come back from the authorization page (RFC 8252 §7.3). */
export class CallbackListener {
  readonly #server: Server;
  readonly #query: Promise<URLSearchParams>;

  private constructor(server: Server, query: Promise<URLSearchParams>) {
    this.#server = server;
    this.#query = query;
  }

  /** @throws CliError `usage` if the address is none of this machine's, or its port is taken */
  static async listen(redirectUri: string, signal: AbortSignal): Promise<CallbackListener> {
    const url = readLoopback(redirectUri);
    const server = createServer();
    const query = new Promise<URLSearchParams>((resolve, reject) => {
      server.on('request', (request, response) => {
        const { pathname, searchParams } = new URL(request.url ?? '/', url);
        const isCallback = request.method === 'GET' && pathname === url.pathname && searchParams.has('state');
        response.writeHead(isCallback ? 200 : 404, { 'content-type': 'text/html; charset=utf-8', connection: 'close' });
        response.end(isCallback ? page : '');
        if (isCallback) resolve(searchParams);
      });
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
      const late = new CliError('refused', `Nobody signed in within ${minutesToSignIn} minutes`);
      setTimeout(() => reject(late), minutesToSignIn * 60_000).unref();
    });
    query.catch(() => undefined);
    await new Promise<void>((resolve, reject) => {
      server.once('error', (cause: NodeJS.ErrnoException) => {
        reject(
          new CliError('usage', `Cannot listen on ${url.host} for the browser (${cause.code ?? cause.message})`, {
            cause,
          }),
        );
      });
      server.listen(Number(url.port || 80), url.hostname.replace(/^\[|\]$/g, ''), resolve);
    });
    return new CallbackListener(server, query);
  }

  /** What the browser brought back. */
  query(): Promise<URLSearchParams> {
    return this.#query;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}

function readLoopback(redirectUri: string): URL {
  const url = URL.canParse(redirectUri) ? new URL(redirectUri) : undefined;
  if (url?.protocol === 'http:' && loopbackHosts.has(url.hostname)) return url;
  throw new CliError(
    'usage',
    `--redirect-uri ${redirectUri} is no http address of this machine, such as http://localhost:4180/callback`,
  );
}

const page =
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>tp</title>' +
  '<p>The command line goes on. This page can be closed.<p lang="ja">コマンドラインに戻ってください。この画面は閉じてかまいません。';

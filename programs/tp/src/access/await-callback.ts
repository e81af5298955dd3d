import { createServer, type RequestListener, type Server } from 'node:http';
import { CliError } from '@trading-platform/terminal';

const loopbackHosts: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);
const minutesToSignIn = 5;

/** Listens on this machine for the browser that returns from the authorization page (RFC 8252 §7.3). */
export class CallbackListener {
  readonly #servers: readonly Server[];
  readonly #query: Promise<URLSearchParams>;

  private constructor(servers: readonly Server[], query: Promise<URLSearchParams>) {
    this.#servers = servers;
    this.#query = query;
  }

  /** @throws CliError `usage` if the address does not belong to this machine, or its port is taken */
  static async listen(redirectUri: string, signal: AbortSignal): Promise<CallbackListener> {
    const url = readLoopback(redirectUri);
    const servers = addressesOf(url).map((address) => ({ address, server: createServer() }));
    const query = new Promise<URLSearchParams>((resolve, reject) => {
      const answer: RequestListener = (request, response) => {
        const { pathname, searchParams } = new URL(request.url ?? '/', url);
        const isCallback = request.method === 'GET' && pathname === url.pathname && searchParams.has('state');
        response.writeHead(isCallback ? 200 : 404, { 'content-type': 'text/html; charset=utf-8', connection: 'close' });
        response.end(isCallback ? page : '');
        if (isCallback) resolve(searchParams);
      };
      for (const { server } of servers) server.on('request', answer);
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
      const late = new CliError('refused', `Nobody signed in within ${minutesToSignIn} minutes`);
      setTimeout(() => reject(late), minutesToSignIn * 60_000).unref();
    });
    query.catch(() => undefined);
    const listening: Server[] = [];
    try {
      for (const { address, server } of servers) {
        // oxlint-disable-next-line no-await-in-loop -- the second address only if the machine has it
        if (await listenOn(server, Number(url.port || 80), address, listening.length === 0)) listening.push(server);
      }
    } catch (cause) {
      for (const server of listening) server.close();
      const { code, message } = cause as NodeJS.ErrnoException;
      throw new CliError('usage', `Cannot listen on ${url.host} for the browser (${code ?? message})`, { cause });
    }
    return new CallbackListener(listening, query);
  }

  /** The query parameters with which the browser returned. */
  query(): Promise<URLSearchParams> {
    return this.#query;
  }

  close(): void {
    for (const server of this.#servers) {
      server.close();
      server.closeAllConnections();
    }
  }
}

/** A browser may resolve `localhost` to 127.0.0.1 or to ::1. */
function addressesOf({ hostname }: URL): readonly string[] {
  return hostname === 'localhost' ? ['127.0.0.1', '::1'] : [hostname.replace(/^\[|\]$/g, '')];
}

/** @returns false if this machine has no such address and the address is optional */
async function listenOn(server: Server, port: number, address: string, isNeeded: boolean): Promise<boolean> {
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, address, resolve);
    });
    return true;
  } catch (error) {
    if (isNeeded || (error as NodeJS.ErrnoException).code === 'EADDRINUSE') throw error;
    return false;
  }
}

function readLoopback(redirectUri: string): URL {
  const url = URL.canParse(redirectUri) ? new URL(redirectUri) : undefined;
  if (url?.protocol === 'http:' && loopbackHosts.has(url.hostname)) return url;
  throw new CliError(
    'usage',
    `--redirect-uri ${redirectUri} is not an http address of this machine, such as http://localhost:4180/callback`,
  );
}

const page =
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>tp</title>' +
  '<p>The command line goes on. This page can be closed.<p lang="ja">コマンドラインに戻ってください。この画面は閉じてかまいません。';

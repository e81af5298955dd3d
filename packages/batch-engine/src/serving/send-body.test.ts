import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { afterEach, describe, expect, it } from '@jest/globals';
import { type OwnedBytes, ownedBytes, sharedBytes } from '../bytes/owned-bytes.js';
import { sendBody } from './send-body.js';

const pieceBytes = 256 * 1024;
const piece = sharedBytes(Buffer.alloc(pieceBytes, 'x'));

describe('sendBody', () => {
  let server: Server | undefined;
  afterEach(() => {
    server?.closeAllConnections();
    server?.close();
  });

  const serve = async (answer: (response: ServerResponse) => void): Promise<string> => {
    server = createServer((_, response) => answer(response));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };

  it('sends what is at hand and tells when it has gone', async () => {
    let sent: Promise<boolean> | undefined;
    const url = await serve((response) => {
      response.writeHead(200, { 'Content-Length': 4 });
      sent = sendBody({ buffers: ['ab', 'cd'].map(textBytes), body: nothing() }, response);
    });
    expect(await (await fetch(url)).text()).toBe('abcd');
    expect(await sent).toBe(true);
  });

  it.each(['at hand', 'made piece by piece'])(
    'gives the memory of each piece back once it has gone: %s',
    async (kind) => {
      const released: number[] = [];
      const owned = [0, 1, 2].map((n) => ownedBytes(Buffer.from(String(n)), () => released.push(n)));
      let sent: Promise<boolean> | undefined;
      const url = await serve((response) => {
        const body = (async function* () {
          yield* owned;
        })();
        sent = sendBody(kind === 'at hand' ? { buffers: owned, body: nothing() } : { body }, response);
      });
      expect(await (await fetch(url)).text()).toBe('012');
      await sent;
      expect(released).toEqual([0, 1, 2]);
    },
  );

  it('sends what is at hand without a length as well', async () => {
    const url = await serve((response) => {
      void sendBody({ buffers: ['ab', '', 'cd'].map(textBytes), body: nothing() }, response);
    });
    expect(await (await fetch(url)).text()).toBe('abcd');
  });

  it.each(['at hand', 'made piece by piece'])(
    'says so where writing fails, and gives nothing back: %s',
    async (kind) => {
      let released = 0;
      const owned = [ownedBytes(Buffer.from('ab'), () => released++)];
      const body = (async function* () {
        yield* owned;
      })();
      const reset = new Writable({ write: (_chunk, _encoding, done) => done(new Error('reset')) });
      expect(await sendBody(kind === 'at hand' ? { buffers: owned, body: nothing() } : { body }, reset)).toBe(false);
      expect(released).toBe(0);
    },
  );

  it('makes pieces only as fast as they are taken', async () => {
    let made = 0;
    let sent: Promise<boolean> | undefined;
    const url = await serve((response) => {
      const body = pieces(200, () => made++);
      sent = sendBody({ body }, response);
    });
    const response = await begin(url);
    response.pause();
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(made).toBeLessThan(60);
    response.resume();
    await once(response, 'end');
    expect(made).toBe(200);
    expect(await sent).toBe(true);
  });

  it('stops making pieces when the other side goes away, and says so', async () => {
    let made = 0;
    let ended = false;
    let sent: Promise<boolean> | undefined;
    const url = await serve((response) => {
      const body = pieces(
        10_000,
        () => made++,
        () => (ended = true),
      );
      sent = sendBody({ body }, response);
    });
    const response = await begin(url);
    await once(response, 'data');
    response.destroy();
    expect(await sent).toBe(false);
    expect(made).toBeLessThan(10_000);
    expect(ended).toBe(true);
  });

  it('breaks the answer off when its pieces cannot be made', async () => {
    let failure: Promise<unknown> | undefined;
    const url = await serve((response) => {
      response.writeHead(200, { 'Content-Length': 3 * pieceBytes });
      failure = sendBody({ body: failing() }, response).catch((error: unknown) => error);
    });
    await expect(fetch(url).then((response) => response.arrayBuffer())).rejects.toThrow(/terminated|closed/);
    expect(await failure).toEqual(new Error('lost'));
  });
});

async function begin(url: string): Promise<IncomingMessage> {
  const request = get(url, { agent: false });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.on('error', () => undefined);
  return response;
}

function textBytes(text: string): OwnedBytes {
  return sharedBytes(Buffer.from(text));
}

async function* nothing(): AsyncGenerator<OwnedBytes> {}

async function* pieces(count: number, onMade: () => void, onEnd?: () => void): AsyncGenerator<OwnedBytes> {
  try {
    for (let n = 0; n < count; n++) {
      onMade();
      yield piece;
    }
  } finally {
    onEnd?.();
  }
}

async function* failing(): AsyncGenerator<OwnedBytes> {
  yield piece;
  throw new Error('lost');
}

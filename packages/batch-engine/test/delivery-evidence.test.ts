import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { DeliveryEvidenceOptions } from '../src/delivery/delivery-evidence.js';
import {
  AnsweringServer,
  largeBytes,
  type Outcome,
  type RequestForm,
  requestText,
  smallBytes,
  taken,
} from './answering-server.js';

const headEnd = '\r\n\r\n';

/** A client that controls byte by byte how much it reads. */
class Client {
  readonly socket: Socket;
  #head = '';
  #body = 0;

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.on('error', () => undefined);
  }

  static async connect(port: number, host = '127.0.0.1'): Promise<Client> {
    const socket = connect({ port, host, allowHalfOpen: true });
    await once(socket, 'connect');
    return new Client(socket);
  }

  send(form?: RequestForm, times = 1): this {
    this.socket.write(requestText(form).repeat(times));
    return this;
  }

  /** Reads at least this number of bytes of the body. */
  async read(bytes: number): Promise<this> {
    while (this.#body < bytes) {
      const chunk = this.socket.read() as Buffer | null;
      if (chunk === null) await once(this.socket, 'readable');
      else this.#take(chunk);
    }
    this.#body = 0;
    this.#head = '';
    return this;
  }

  #take(chunk: Buffer): void {
    if (this.#head.includes(headEnd)) {
      this.#body += chunk.length;
      return;
    }
    this.#head += chunk.toString('latin1');
    const end = this.#head.indexOf(headEnd);
    if (end >= 0) this.#body += this.#head.length - end - headEnd.length;
  }
}

interface Scenario {
  readonly what: string;
  /** The expected outcomes of the first answers. */
  readonly expected: readonly Outcome[];
  readonly host?: string;
  /** The address to which the client connects. */
  readonly to?: string;
  readonly options?: DeliveryEvidenceOptions;
  /** The actions of the client. The outcomes are checked some time after the client has finished its actions. */
  readonly act: (client: Client, server: AnsweringServer, port: number) => Promise<unknown>;
}

const idleMs = 1_000;
/** The time of silence that counts as evidence is longer than any test, so silence is never evidence in these tests. */
const neverIdle = { idleMs: 3_600_000 };
const judgedAfterMs = idleMs + 1_000;
/** The time is long enough for a busy machine. */
const patienceMs = 200_000;

const close = (form: RequestForm = {}) => ({ ...form, close: true });
const readAll = (client: Client) => client.read(smallBytes);

const delivered: readonly Scenario[] = [
  {
    what: 'keeps the connection and is silent',
    expected: [true],
    act: async (client) => readAll(client.send()),
  },
  {
    what: 'sends its next request',
    expected: [true, true],
    options: neverIdle,
    act: async (client, { outcomes }) => {
      do {
        await readAll(client.send());
        await sleep(300);
      } while (outcomes[1] !== true);
    },
  },
  {
    what: 'sends request after request without a pause',
    expected: Array<Outcome>(5).fill(true),
    options: neverIdle,
    act: async (client) => {
      for (let request = 0; request < 5; request++) await client.send({ path: '/large' }).read(largeBytes);
      client.socket.end();
    },
  },
  {
    what: 'closes at once when it has read everything',
    expected: [true],
    options: neverIdle,
    act: async (client) => (await readAll(client.send())).socket.end(),
  },
  {
    what: 'asks for the connection to be closed and closes it',
    expected: [true],
    options: neverIdle,
    act: async (client) => (await readAll(client.send(close()))).socket.end(),
  },
  {
    what: 'asks for the connection to be closed and leaves its own side open',
    expected: [true],
    act: async (client) => readAll(client.send(close())),
  },
  {
    what: 'closes when it has read everything, as the service does at that moment',
    expected: Array<Outcome>(50).fill(true),
    options: neverIdle,
    act: async (client, _server, port) => {
      client.socket.destroy();
      for (let round = 0; round < 50; round++) {
        const each = await Client.connect(port);
        (await readAll(each.send(close()))).socket.destroy();
      }
    },
  },
  {
    what: 'speaks HTTP/1.0',
    expected: [true],
    options: neverIdle,
    act: async (client) => (await readAll(client.send({ version: '1.0' }))).socket.end(),
  },
  {
    what: 'reads a large answer and closes',
    expected: [true],
    options: neverIdle,
    act: async (client) => (await client.send(close({ path: '/large' })).read(largeBytes)).socket.end(),
  },
  {
    what: 'comes over IPv6',
    expected: [true],
    host: '::1',
    to: '::1',
    options: neverIdle,
    act: async (client) => (await readAll(client.send())).socket.end(),
  },
  {
    what: 'comes over IPv4 to a socket of IPv6',
    expected: [true],
    host: '::',
    options: neverIdle,
    act: async (client) => (await readAll(client.send())).socket.end(),
  },
  {
    what: 'is silent while the service ends',
    expected: [true],
    options: neverIdle,
    act: async (client, server) => {
      await readAll(client.send());
      client.socket.once('end', () => client.socket.end());
      await server.evidence.settle(patienceMs);
    },
  },
];

const broken: readonly Scenario[] = [
  {
    what: 'resets the connection before it has read anything of a large answer',
    expected: [taken],
    act: async (client) => {
      client.send({ path: '/large' });
      await once(client.socket, 'readable');
      client.socket.resetAndDestroy();
    },
  },
  {
    what: 'resets the connection after the first chunk of a large answer',
    expected: [taken],
    act: async (client) => (await client.send({ path: '/large' }).read(1)).socket.resetAndDestroy(),
  },
  {
    what: 'resets the connection before it has read anything of a small answer',
    expected: [false],
    act: async (client) => {
      client.send();
      await once(client.socket, 'readable');
      client.socket.resetAndDestroy();
    },
  },
  {
    what: 'resets the connection at the last byte',
    expected: [false],
    act: async (client) => (await readAll(client.send())).socket.resetAndDestroy(),
  },
  {
    what: 'resets the connection some time later',
    expected: [false],
    act: async (client) => {
      await readAll(client.send());
      await sleep(idleMs);
      client.socket.resetAndDestroy();
    },
  },
  {
    what: 'is cut off by the service',
    expected: [false],
    act: async (client, server) => {
      await readAll(client.send());
      server.reset();
    },
  },
  {
    what: 'asks for the connection to be closed and resets it unread',
    expected: [false],
    act: async (client) => {
      client.send(close());
      await once(client.socket, 'readable');
      client.socket.resetAndDestroy();
    },
  },
  {
    what: 'asks for the connection to be closed and resets it some time later',
    expected: [false],
    act: async (client) => {
      await readAll(client.send(close()));
      await sleep(idleMs);
      client.socket.resetAndDestroy();
    },
  },
  {
    what: 'closes with bytes that it has not read',
    expected: [false],
    act: async (client, server, port) => {
      client.socket.destroy();
      await killedClient(port, requestText(), 'SIGTERM', server);
    },
  },
  {
    what: 'is killed with bytes that it has not read',
    expected: [false],
    act: async (client, server, port) => {
      client.socket.destroy();
      await killedClient(port, requestText(), 'SIGKILL', server);
    },
  },
  {
    what: 'is killed with bytes that it has not read, the connection having been closed by the service',
    expected: [false],
    act: async (client, server, port) => {
      client.socket.destroy();
      await killedClient(port, requestText(close()), 'SIGKILL', server);
    },
  },
  {
    what: 'does not read an answer that lies with the system of the service, and is silent',
    expected: ['open'],
    options: {},
    act: async (client) => {
      client.socket.pause();
      client.send({ path: '/medium' });
    },
  },
  {
    what: 'does not read a large answer',
    expected: ['open'],
    act: async (client) => client.send({ path: '/large' }),
  },
  {
    what: 'has sent its next request before the answer, and resets',
    expected: [false, false, false],
    act: async (client, { outcomes }) => {
      client.send({}, 3);
      while (outcomes.length < 3) await sleep(10);
      await sleep(idleMs);
      client.socket.resetAndDestroy();
    },
  },
  {
    what: 'is silent when the service ends, and resets',
    expected: [false],
    act: async (client, server) => {
      await readAll(client.send());
      client.socket.once('end', () => client.socket.resetAndDestroy());
      await server.evidence.settle(judgedAfterMs);
    },
  },
  {
    what: 'neither reads nor closes while the service ends',
    expected: [false],
    act: async (client, server) => {
      await readAll(client.send());
      await server.evidence.settle(idleMs);
    },
  },
];

/** Blocks the event loop, as happens on a busy machine. */
function standStill(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

/** Starts a client that does not read the answer, and kills it when its operating system has received the answer. */
async function killedClient(
  port: number,
  request: string,
  signal: NodeJS.Signals,
  { outcomes }: AnsweringServer,
): Promise<void> {
  const script = `const socket = require('node:net').connect(${port}, '127.0.0.1', () => {
    socket.pause().write(${JSON.stringify(request)}, () => process.stdout.write('sent'));
  });
  setInterval(() => undefined, 1_000);`;
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  while (outcomes.length === 0) await sleep(10);
  // After this pause, the small answer has been written completely.
  await sleep(idleMs / 2);
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
}

async function outcomesOf({ act, expected, host = '127.0.0.1', to, options }: Scenario): Promise<readonly Outcome[]> {
  const server = new AnsweringServer({ lookEveryMs: 100, idleMs, ...options });
  const port = await server.start(host);
  const client = await Client.connect(port, to);
  await act(client, server, port);
  await sleep(judgedAfterMs);
  const outcomes = () => server.outcomes.slice(0, expected.length);
  for (let more = 0; more < patienceMs && String(outcomes()) !== String(expected); more += 100) await sleep(100);
  const reached = outcomes();
  client.socket.destroy();
  server.stop();
  return reached;
}

/** All scenarios run at the same time, because most of their time is waiting. */
function describeScenarios(title: string, scenarios: readonly Scenario[]): void {
  // oxlint-disable-next-line jest/valid-title -- the callers below give strings
  describe(title, () => {
    const outcomes = new Map<Scenario, Promise<readonly Outcome[]>>();
    beforeAll(() => {
      for (const scenario of scenarios) outcomes.set(scenario, outcomesOf(scenario));
    });

    it.each(scenarios.map((scenario) => [scenario.what, scenario] as const))('that %s', async (_what, scenario) => {
      expect(await outcomes.get(scenario)).toEqual(scenario.expected);
    });
  });
}

describeScenarios('an answer is delivered to a client', delivered);
describeScenarios(
  'an answer is not delivered to a client',
  broken.map((scenario) => ({ options: neverIdle, ...scenario })),
);

describeScenarios('an answer is delivered, though the process stands still, to a client', [
  {
    what: 'asks for the connection to be closed and closes it',
    expected: [true],
    options: neverIdle,
    act: async (client) => {
      client.send(close());
      await once(client.socket, 'readable');
      standStill(300);
      (await readAll(client)).socket.destroy();
    },
  },
]);

describeScenarios('where no table tells what was acknowledged, for a client', [
  {
    what: 'sends its next request, the answer is delivered',
    expected: [true],
    options: { table: null },
    act: async (client, { outcomes }) => {
      do {
        await readAll(client.send());
        await sleep(300);
      } while (outcomes[0] !== true);
    },
  },
  {
    what: 'closes, the answer is delivered',
    expected: [true],
    options: { table: null },
    act: async (client) => (await readAll(client.send())).socket.end(),
  },
  {
    what: 'is silent, nothing is known',
    expected: ['open'],
    options: { table: null },
    act: async (client) => readAll(client.send()),
  },
  {
    what: 'resets the connection, it is not',
    expected: [false],
    options: { table: null },
    act: async (client) => (await readAll(client.send())).socket.resetAndDestroy(),
  },
]);

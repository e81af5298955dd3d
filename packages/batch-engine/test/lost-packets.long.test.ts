import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { AnsweringServer, mediumBytes, requestText, smallBytes } from './answering-server.js';
import { FarNetwork } from './far-network.js';

jest.setTimeout(120_000);

const idleMs = 500;
/** A time that is much longer than evidence of delivery takes on a working network. */
const withoutNetworkMs = 10 * idleMs;
/** The operating systems repeat lost packets at longer and longer intervals. */
const patienceMs = 60_000;

let network: FarNetwork;
let server: AnsweringServer;
let port: number;

beforeAll(async () => {
  network = await FarNetwork.make();
});

afterAll(() => network?.remove());

beforeEach(async () => {
  server = new AnsweringServer({ lookEveryMs: 50, idleMs });
  port = await server.start(network.address);
});

afterEach(async () => {
  server?.stop();
  await network?.mend();
});

async function until(holds: () => boolean): Promise<void> {
  for (let waited = 0; waited < patienceMs && !holds(); waited += 50) await sleep(50);
}

/** Makes a client whose request has arrived, but whose answer has not been sent. The returned function sends the answer. */
async function heldAnswer() {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.mayAnswer = promise;
  const client = await network.client(port, requestText());
  client.read();
  await until(() => server.outcomes.length === 1);
  return { client, answer: resolve };
}

describe('an answer is delivered only once the network has carried it:', () => {
  it('the network is gone before it is sent', async () => {
    const { client, answer } = await heldAnswer();
    await network.cut();
    answer();
    await sleep(withoutNetworkMs);
    expect(client.bytes).toBe(0);
    expect(server.outcomes).toEqual(['open']);
    await network.mend();
    await until(() => server.outcomes[0] !== 'open');
    expect(client.bytes).toBeGreaterThan(smallBytes);
    expect(server.outcomes).toEqual([true]);
  });

  it('the network goes while it is under way', async () => {
    const client = await network.client(port, requestText({ path: '/medium' }));
    await sleep(idleMs);
    await network.cut();
    client.read();
    await sleep(withoutNetworkMs);
    expect(client.bytes).toBeGreaterThan(0);
    expect(client.bytes).toBeLessThan(mediumBytes);
    expect(server.outcomes).toEqual(['open']);
    await network.mend();
    await until(() => server.outcomes[0] !== 'open');
    expect(client.bytes).toBeGreaterThan(mediumBytes);
    expect(server.outcomes).toEqual([true]);
  });

  it('only acknowledgements are lost', async () => {
    const { client, answer } = await heldAnswer();
    await network.loseWhatComesBack();
    answer();
    await until(() => client.bytes > smallBytes);
    await sleep(withoutNetworkMs);
    expect(client.bytes).toBeGreaterThan(smallBytes);
    expect(server.outcomes).toEqual(['open']);
    await network.mend();
    await until(() => server.outcomes[0] !== 'open');
    expect(server.outcomes).toEqual([true]);
  });

  it('the process ends before the network is back', async () => {
    const { client, answer } = await heldAnswer();
    await network.cut();
    answer();
    await sleep(withoutNetworkMs);
    await server.evidence.settle(idleMs);
    await until(() => server.outcomes[0] !== 'open');
    expect(client.bytes).toBe(0);
    expect(server.outcomes).toEqual([false]);
  });
});

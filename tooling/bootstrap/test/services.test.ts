import { afterEach, describe, expect, it } from '@jest/globals';
import type { ServiceEnd } from '../service-process.mjs';
import { Services } from '../services.mjs';

const ready = 'console.log(JSON.stringify({ msg: "ready", port: 4711 }));';
const stayAlive = 'setInterval(() => undefined, 1000);';

describe('Services', () => {
  let services: Services;
  const lines: string[] = [];
  const ends: ServiceEnd[] = [];
  const start = (name: string, script: string) =>
    services.start({
      name,
      args: ['-e', script],
      env: { PATH: process.env.PATH },
    });
  const make = () =>
    new Services({ onLine: (name, line) => lines.push(`${name}: ${line}`), onEnd: (end) => ends.push(end) });

  afterEach(() => {
    services.kill();
    lines.length = 0;
    ends.length = 0;
  });

  it('knows when a service is ready, and on which port', async () => {
    services = make();
    await expect(start('api', ready + stayAlive)).resolves.toEqual({ port: 4711 });
    expect(services.names).toEqual(['api']);
    expect(lines).toEqual(['api: {"msg":"ready","port":4711}']);
  });

  it('stops all in order, and does not take that for a failure', async () => {
    services = make();
    const stopping = 'process.on("SIGTERM", () => { console.log("bye"); process.exit(0); });';
    await Promise.all(['auth', 'api'].map((name) => start(name, stopping + ready + stayAlive)));
    await services.stop();
    expect(lines).toEqual(expect.arrayContaining(['auth: bye', 'api: bye']));
    expect(services.names).toEqual([]);
    expect(ends).toEqual([]);
  });

  it('tells of one that ends by itself, with its last words', async () => {
    services = make();
    void start('worker', 'console.error("worker: cannot start: no"); process.exit(3)');
    await until(() => ends.length > 0);
    expect(ends).toEqual([{ name: 'worker', code: 3, signal: null, lastError: 'worker: cannot start: no' }]);
  });

  it('tells of one that cannot be started', async () => {
    services = make();
    void services.start({ name: 'auth', node: '/nowhere/node', args: [], env: {} });
    await until(() => ends.length > 0);
    expect(ends[0]).toMatchObject({ name: 'auth', code: 127, lastError: expect.stringContaining('ENOENT') });
  });

  it('ends one that does not want to stop', async () => {
    services = make();
    await start('auth', `process.on("SIGTERM", () => undefined);${ready}${stayAlive}`);
    const stopped = services.stop();
    services.kill();
    await stopped;
    expect(services.names).toEqual([]);
  });
});

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 10));
}

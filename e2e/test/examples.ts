import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { tradeRecord } from '@trading-platform/domain-types';
import { describedRecord } from '@trading-platform/domain-types/meanings';
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose';
import { ExampleHosts } from '../src/example-hosts.js';
import { makeDatabases } from '../src/platform-databases.js';
import { programs } from '../src/programs.js';
import { runProgram } from '../src/run-program.js';
import { tpctl } from '../src/tpctl.js';

/** The examples close idle connections after 5 seconds. A test that stood still could call on an ending one. */
const closing = { headers: { connection: 'close' } };

const requestPrimes = async ({ url }: { url: string }, below: string) => {
  const answer = await fetch(`${url}/primes?below=${below}`, { method: 'POST', ...closing });
  return { status: answer.status, ...((await answer.json()) as { batchId: string }) };
};

const check = (request: object) =>
  runProgram(programs.ownRequests, [], { environment: {}, input: JSON.stringify(request) });

/**
 * Runs the programs of `examples/`.
 *
 * @param isWhole whether all of them run, and not only one that serves and one that writes a file
 */
export function describeExamples(isWhole: boolean): void {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'examples-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const hosts = new ExampleHosts();
  afterEach(() => hosts.killAll());

  /** The largest prime below 10,000, and the number of primes below 10,000. */
  const last = { seq: 1229, prime: 9973 };

  const startPrimes = (name: 'primesOnNodeHttp' | 'primesOnExpress') =>
    hosts.start(programs[name], { PORT: '0', BATCH_DATABASE: `sqlite:${join(folder, `${name}.sqlite`)}` });

  /** Requests the primes up to 10,000, and returns the number of their finished batch. */
  const finishedPrimes = async (host: Awaited<ReturnType<typeof startPrimes>>) => {
    const { status, batchId } = await requestPrimes(host, '10000');
    expect(status).toBe(202);
    const batch = await (await fetch(`${host.url}/primes/${batchId}`, closing)).json();
    expect(batch).toMatchObject({ state: 'finished', recordCount: last.seq });
    return batchId;
  };

  describe('prime downloads', () => {
    it('come from plain node:http as NDJSON', async () => {
      const host = await startPrimes('primesOnNodeHttp');
      const batchId = await finishedPrimes(host);
      for (const encoding of ['gzip', 'identity']) {
        const answer = await fetch(`${host.url}/primes/${batchId}/records`, {
          headers: { ...closing.headers, 'Accept-Encoding': encoding },
        });
        expect(answer.headers.get('content-encoding')).toBe(encoding);
        const lines = (await answer.text()).trimEnd().split('\n');
        expect([lines.length, JSON.parse(lines.at(-1) ?? '')]).toEqual([last.seq, last]);
      }
      expect((await fetch(`${host.url}/primes/77/records`, closing)).status).toBe(404);
      expect((await requestPrimes(host, 'many')).status).toBe(400);
      expect(await host.end()).toBe(0);
    });

    if (isWhole) {
      it('come from Express as ranges in an envelope', async () => {
        const host = await startPrimes('primesOnExpress');
        const batchId = await finishedPrimes(host);
        const answer = await fetch(`${host.url}/primes/${batchId}/records?from=1228&to=2000`, closing);
        expect(await answer.json()).toEqual({ prime_list: [{ seq: 1228, prime: 9967 }, last] });
        expect((await fetch(`${host.url}/primes/77/records?from=1&to=2`, closing)).status).toBe(404);
        expect((await fetch(`${host.url}/primes/${batchId}/records?from=1&to=many`, closing)).status).toBe(400);
        expect((await requestPrimes(host, 'many')).status).toBe(400);
        expect(await host.end()).toBe(0);
      });
    }
  });

  if (isWhole) {
    it('reads sensors from PostgreSQL with pg-boss, and ends by itself', async () => {
      const databases = await makeDatabases('postgres', folder);
      const out = join(folder, 'readings.ndjson');
      const environment = { DATABASE_URL: databases.settings.ORDERING_DATABASE_URL, OUT: out };
      const { code, output, errors } = await runProgram(programs.postgresReadings, [], { environment });
      expect({ code, output, errors }).toEqual({ code: 0, output: 'finished: 10000 readings\n', errors: '' });
      const lines = readFileSync(out, 'utf8').trimEnd().split('\n');
      expect([lines.length, JSON.parse(lines[0] ?? '')]).toEqual([10_000, { at: expect.any(String), celsius: 13 }]);
      await databases.remove();
    });

    describe('own requests', () => {
      it('are read', async () => {
        const { code, output } = await check({ side: 2, item_id_list: ['A1', ''], color: 'red' });
        expect(code).toBe(0);
        expect(JSON.parse(output)).toEqual({ value: { side: '2', item_id_list: ['A1'] }, ignoredFields: ['color'] });
      });

      it('are refused with every defect', async () => {
        const { code, output } = await check({ side: 'top', day_from: '2026-04-02', day_to: '2026-04-01' });
        const refusals = output
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line) as object);
        expect(code).toBe(1);
        expect(refusals).toEqual([
          expect.objectContaining({ error_item: 'side' }),
          expect.objectContaining({ error_item: 'day_to' }),
        ]);
      });
    });
  }

  it('writes slips as CSV with Japanese headings', async () => {
    const { example } = describedRecord(tradeRecord);
    const slip = { ...example, trade_id: 'a "b", c', trade_comment: '=1+1' };
    const { code, output } = await runProgram(programs.slipsAsCsv, [], {
      environment: {},
      input: `${JSON.stringify(slip)}\n`,
    });
    const [headings = '', row = '', ...rest] = output.split('\r\n');
    expect({ code, rest }).toEqual({ code: 0, rest: [''] });
    expect(headings.split(',')).toContain('取引ID');
    expect(row).toContain(',"a ""b"", c",');
    expect(row).toContain(`,'=1+1,`);
  });

  if (isWhole) {
    it("issues tokens in another team's Nest application", async () => {
      const environment = {
        AUTH_DATABASE_URL: `sqlite:${join(folder, 'auth.sqlite')}`,
        ORDERING_DATABASE_URL: `sqlite:${join(folder, 'ordering.sqlite')}`,
        AUTH_SECRET_KEY: createHash('sha256').update(folder).digest('hex'),
      };
      const operate = async <Answer>(args: readonly string[], input = '') => {
        const { code, stdout } = await tpctl.run([...args, '--json'], { env: environment, input });
        expect(code).toBe(0);
        return JSON.parse(stdout) as Answer;
      };
      const host = await hosts.start(programs.authServer, {
        DATABASE: environment.AUTH_DATABASE_URL,
        AUTH_SECRET_KEY: environment.AUTH_SECRET_KEY,
        ISSUER: 'https://auth.example',
        PORT: '0',
      });
      const client = await operate<{ client_id: string; client_secret: string }>([
        'client',
        'create',
        '--name',
        'Kitchen',
      ]);
      await operate(['user', 'create', '--user-id', 'tanaka', '--member-code', '10010001'], 'correct horse battery\n');

      const post = async (path: string, form: Record<string, string>) => {
        const body = new URLSearchParams({ client_id: client.client_id, client_secret: client.client_secret, ...form });
        const answer = await fetch(`${host.url}/${path}`, { method: 'POST', body });
        return {
          status: answer.status,
          cache: answer.headers.get('cache-control'),
          body: (await answer.json()) as Tokens,
        };
      };
      const tokens = await post('login', { user_id: 'tanaka', user_password: 'correct horse battery' });
      expect(tokens).toMatchObject({ status: 200, cache: 'no-store', body: { token_type: 'Bearer', expires_in: 300 } });

      const keys = createLocalJWKSet((await (await fetch(`${host.url}/jwks`)).json()) as JSONWebKeySet);
      const { payload } = await jwtVerify(tokens.body.access_token, keys, { issuer: 'https://auth.example' });
      expect(payload).toMatchObject({ client_id: client.client_id });

      const reissue = (refresh_token: string) =>
        post('token?realm=/api', { grant_type: 'refresh_token', refresh_token });
      const renewed = await reissue(tokens.body.refresh_token);
      expect(renewed).toMatchObject({ status: 200 });
      expect((await post('revoke', { token: renewed.body.refresh_token })).status).toBe(200);
      expect(await reissue(renewed.body.refresh_token)).toMatchObject({
        status: 400,
        body: { error: 'invalid_grant' },
      });
      expect(await post('login', {})).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
      expect(await host.end()).toBe('SIGTERM');
    });
  }
}

interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
}

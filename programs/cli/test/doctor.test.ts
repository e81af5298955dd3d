import { chmod, cp, readdir, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { withDatabase } from '@trading-platform/database';
import { generate } from 'selfsigned';
import { Workplace } from './run-tpctl.js';

interface Finding {
  readonly check: string;
  readonly state: string;
  readonly found: string;
  readonly remedy?: string;
}

/** A proxy between the doctor and the data API. */
interface Front {
  readonly certificateDays: number;
  readonly headerBytes: number;
  readonly showsInside: boolean;
  readonly holdsBack: boolean;
  readonly refusesBodies: boolean;
}

const goodFront: Front = {
  certificateDays: 30,
  headerBytes: 16_384,
  showsInside: false,
  holdsBack: false,
  refusesBodies: false,
};
const badFront: Front = {
  certificateDays: 5,
  headerBytes: 8_192,
  showsInside: true,
  holdsBack: true,
  refusesBodies: true,
};

/** Answers the calls of the doctor in the same way as the data API. */
async function answerAsApi(
  request: IncomingMessage,
  response: ServerResponse,
  front: Front,
  pauses: boolean,
): Promise<void> {
  const { url = '', method } = request;
  if (!front.holdsBack) response.setHeader('Strict-Transport-Security', 'max-age=31536000');
  if (method === 'POST') {
    if (!front.refusesBodies) response.setHeader('X-Request-Id', '1');
    response.writeHead(front.refusesBodies ? 413 : 401).end();
  } else if (url === '/?pause') {
    response.write('first');
    if (pauses) await sleep(1_000);
    response.end('second');
  } else {
    response.writeHead(url === '/' || front.showsInside ? 200 : 404).end();
  }
}

const ownKey = { AUTH_SECRET_KEY: 'a-secret-key-of-these-tests-and-no-other' };

describe('tpctl doctor', () => {
  /** The databases of a new installation, which each test gets as a copy. */
  let installed: Workplace;
  beforeAll(async () => {
    installed = await Workplace.make();
    await installed.tpctl(['migrate'], { env: ownKey });
    await installed.tpctl(['key', 'rotate'], { env: ownKey });
    for (const name of ['auth', 'ordering']) await chmod(join(installed.folder, `${name}.sqlite`), 0o600);
  });
  afterAll(() => installed.remove());

  let place: Workplace;
  let auth: Server;
  let issuer: string;
  /** Facts about the server of the tests. */
  let answers: Readonly<Record<string, unknown>>;
  beforeEach(async () => {
    place = await Workplace.make();
    auth = createServer(({ url = '' }, response) => {
      const answer = answers[url];
      response.writeHead(answer === undefined ? 404 : 200).end(JSON.stringify(answer));
    });
    await new Promise<void>((resolve) => auth.listen(0, '127.0.0.1', resolve));
    issuer = `http://127.0.0.1:${(auth.address() as AddressInfo).port}`;
    answers = { '/.well-known/oauth-authorization-server': { issuer }, '/idp/oauth2/jwks': { keys: [{}] } };
    await cp(installed.folder, place.folder, { recursive: true });
  });
  afterEach(async () => {
    auth.closeAllConnections();
    await new Promise((resolve) => auth.close(resolve));
    await place.remove();
  });

  const inOrdering = (sql: string) =>
    withDatabase({ address: `sqlite:${join(place.folder, 'ordering.sqlite')}`, schemas: [] }, (ordering) =>
      ordering.execute(sql),
    );

  async function examined(env: Readonly<Record<string, string>> = {}) {
    const { code, stdout } = await place.tpctl(['doctor', '--json'], {
      env: { AUTH_ISSUER: issuer, ...ownKey, ...env },
    });
    const { healthy, findings } = JSON.parse(stdout) as { healthy: boolean; findings: readonly Finding[] };
    const wrong = findings.filter(({ state }) => state === 'bad' || state === 'warning');
    return { code, healthy, wrong, good: findings.filter(({ state }) => state === 'good').map(({ check }) => check) };
  }

  it('finds nothing bad on a healthy platform, and exits with 0', async () => {
    const { code, healthy, wrong, good } = await examined();
    expect({ code, healthy, wrong }).toEqual({ code: 0, healthy: true, wrong: [] });
    expect(good).toEqual(
      expect.arrayContaining([
        'Node',
        'secret key',
        'tables',
        'file mode',
        'disk',
        'signing keys',
        'issuer',
        'key set',
      ]),
    );
  });

  it.each([
    [{ AUTH_SECRET_KEY: '' }, 'warning', 'AUTH_SECRET_KEY is the default, which is public'],
    [{ AUTH_ISSUER: 'http://127.0.0.1:9' }, 'bad', 'cannot be reached'],
    [{ PORTAL_URL: 'http://api.example.com/docs' }, 'bad', 'http://api.example.com is not behind TLS'],
    [{ PORTAL_URL: 'https://127.0.0.1:9/docs' }, 'bad', 'https://127.0.0.1:9 cannot be reached'],
    [{ BATCH_SEGMENTS: 's3://segments/prod?endpoint=http://127.0.0.1:9' }, 'bad', 'AWS_ACCESS_KEY_ID'],
    [{ ORDERING_DATABASE_URL: 'postgres://platform:secret@127.0.0.1:9/ordering' }, 'bad', 'cannot be checked'],
  ])('finds what is wrong with %p', async (env, state, found) => {
    const { code, wrong } = await examined(env);
    expect(wrong).toContainEqual({
      check: expect.any(String),
      state,
      found: expect.stringContaining(found),
      remedy: expect.any(String),
    });
    expect(code).toBe(wrong.some((each) => each.state === 'bad') ? 1 : 0);
    expect(JSON.stringify(wrong)).not.toContain('secret@');
  });

  it('finds a platform that calls itself something else, an empty key set, and files that others can read', async () => {
    answers = {
      '/.well-known/oauth-authorization-server': { issuer: 'https://other.example' },
      '/idp/oauth2/jwks': { keys: [] },
    };
    await chmod(join(place.folder, 'auth.sqlite'), 0o644);
    const { code, wrong } = await examined();
    expect(code).toBe(1);
    expect(wrong.map(({ check, state }) => [check, state])).toEqual([
      ['file mode', 'warning'],
      ['issuer', 'bad'],
      ['key set', 'bad'],
    ]);
  });

  it('finds a page of devices that the proxy forgets, and an issuer without a name', async () => {
    const metadata = { issuer, device_authorization_endpoint: `${issuer}/idp/oauth2/device_authorization` };
    answers = { ...answers, '/.well-known/oauth-authorization-server': metadata };
    expect((await examined()).wrong).toMatchObject([{ check: 'device page', found: `${issuer}/device answers 404` }]);
    answers = { ...answers, '/device': {} };
    expect((await examined()).good).toContain('device page');
    const { wrong } = await examined({ AUTH_ISSUER: 'https://127.0.0.2:9' });
    expect(wrong.map(({ check }) => check)).toContain('passkeys');
  });

  it('finds events that no worker takes, and endpoints to which no worker pushes', async () => {
    expect((await examined()).good).toContain('events');
    await inOrdering(`INSERT INTO event_entry (at, content) VALUES (${Date.now() - 3_600_000}, '{}')`);
    await inOrdering(`INSERT INTO event_endpoint
      (endpoint_id, member_code, client_id, url, types, member_codes, description, disabled_reason, secret, created_at, updated_at)
      VALUES ('e', '10000001', 'c', 'https://erp.example.com', '[]', '[]', '', '', x'00', 0, 0)`);
    const { code, wrong } = await examined();
    expect(code).toBe(1);
    expect(wrong.map(({ check, found }) => [check, found])).toEqual([
      ['events', expect.stringMatching(/^1 events have no position in the log, the oldest since 36\d\d s$/)],
      ['pushed events', '1 endpoints want events, and no worker pushes'],
    ]);
    await inOrdering(`INSERT INTO event_pusher (worker_id, alive_until) VALUES ('w', ${Date.now() + 600_000})`);
    expect((await examined()).good).toContain('pushed events');
  });

  it('changes nothing where there are no tables yet', async () => {
    const empty = await Workplace.make();
    try {
      const { code, stdout } = await empty.tpctl(['doctor'], { env: { AUTH_ISSUER: issuer, ...ownKey } });
      expect(code).toBe(1);
      expect(stdout).toContain('There is no auth database yet');
      expect(await readdir(empty.folder)).toEqual([]);
    } finally {
      await empty.remove();
    }
  });

  /** Runs the doctor against a data API behind a proxy of its own, and returns its findings about this data API. */
  async function examinedBehind(front: Front) {
    const notAfterDate = new Date(Date.now() + (front.certificateDays + 0.5) * 86_400_000);
    const pair = await generate([{ name: 'commonName', value: 'localhost' }], {
      notBeforeDate: new Date(Date.now() - 60 * 86_400_000),
      notAfterDate,
      extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }],
    });
    const certificate = join(place.folder, 'site.pem');
    await writeFile(certificate, pair.cert);
    const tls = { key: pair.private, cert: pair.cert, maxHeaderSize: front.headerBytes };
    let pages = 0;
    let bodies = 0;
    const server = createTlsServer(tls, (request, response) => {
      if (request.url === '/?pause') pages += 1;
      if (request.method === 'POST') bodies += 1;
      // The doctor misses the first pause and the first answer to a body, as on a busy machine.
      if (bodies === 1 && request.method === 'POST' && !front.refusesBodies) return;
      void answerAsApi(request, response, front, !front.holdsBack && pages > 1);
    });
    await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
    try {
      const address = `https://localhost:${(server.address() as AddressInfo).port}`;
      const { stdout } = await place.tpctl(['doctor', '--json'], {
        env: { AUTH_ISSUER: issuer, PORTAL_URL: `${address}/docs`, NODE_EXTRA_CA_CERTS: certificate, ...ownKey },
        // Only a separate process reads further authorities.
        onStart: () => undefined,
      });
      const { findings } = JSON.parse(stdout) as { findings: readonly Finding[] };
      const checks = ['clock', 'HSTS', 'inside', 'headers', 'certificate', 'buffering', 'bodies'];
      return findings
        .filter(({ check }) => checks.includes(check))
        .map(({ check, state, found }) => [check, state, found]);
    } finally {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  }

  it('sees from outside what a proxy does, and a certificate that ends soon', async () => {
    const good = await examinedBehind(goodFront);
    expect(good.map(([check, state]) => `${check} ${state}`)).toEqual([
      'clock good',
      'HSTS good',
      'inside good',
      'headers good',
      'certificate good',
      'buffering good',
      'bodies good',
    ]);
    expect(await examinedBehind(badFront)).toEqual([
      ['clock', 'good', expect.any(String)],
      ['HSTS', 'warning', expect.any(String)],
      ['inside', 'bad', 'the world can reach /healthz, /readyz, /metrics of data API'],
      ['headers', 'warning', 'data API answers 431 to headers of 12000 bytes'],
      ['certificate', 'bad', 'the certificate of localhost ends in 5 days'],
      ['buffering', 'bad', 'the proxy holds answers back, so slips count as delivered too early'],
      ['bodies', 'warning', 'the proxy answers 413 to a body of 16 MB'],
    ]);
  });

  it('compares the sizes of databases with those of an earlier run', async () => {
    const env = { AUTH_ISSUER: issuer, ...ownKey };
    const file = join(place.folder, 'earlier.json');
    const { stdout } = await place.tpctl(['doctor', '--json'], { env });
    const report = JSON.parse(stdout) as { sizes: { at: string; bytes: Record<string, number> } };
    expect(report.sizes.bytes).toEqual({ auth: expect.any(Number), ordering: expect.any(Number) });
    await writeFile(file, JSON.stringify({ sizes: { ...report.sizes, at: '2026-01-01T00:00:00Z' } }));
    const { stdout: second } = await place.tpctl(['doctor', '--json', '--earlier', file], { env });
    const { findings } = JSON.parse(second) as { findings: readonly Finding[] };
    expect(findings.filter(({ check }) => check === 'growth')).toHaveLength(2);
    for (const wrong of ['', '{}', '{"sizes":{"at":"yesterday","bytes":{"auth":1}}}']) {
      await writeFile(file, wrong);
      const { code, stderr } = await place.tpctl(['doctor', '--earlier', file], { env });
      expect([code, stderr]).toEqual([1, expect.stringContaining('is not the output of "tpctl doctor --json"')]);
    }
    const { code, stderr } = await place.tpctl(['doctor', '--earlier', join(place.folder, 'none')], { env });
    expect([code, stderr]).toEqual([1, expect.stringContaining('ENOENT')]);
  });

  it('says in words what to do', async () => {
    answers = {};
    const { code, stdout, stderr } = await place.tpctl(['doctor'], { env: { AUTH_ISSUER: issuer, ...ownKey } });
    expect(code).toBe(1);
    expect(stdout).toMatch(/^STATE +CHECK +FOUND$/m);
    expect(stdout).toMatch(/^bad: issuer: /m);
    expect(stderr).toMatch(/^tpctl: 2 of \d+ checks are bad\n$/);
  });
});

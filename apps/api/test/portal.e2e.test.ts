import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PortalFiles } from '@trading-platform/portal';
import { bare, rawRequest } from '@trading-platform/service/testing';
import { statusPage } from '../src/portal/status-page.js';
import { RunningApi } from './running-api.js';

const browser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

let api: RunningApi;
let files: PortalFiles;

beforeAll(async () => {
  [api, files] = await Promise.all([RunningApi.start({ STATUS_PAGE: '1' }), PortalFiles.open()]);
});

afterAll(() => api.stop());

function open(path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET'): Promise<Response> {
  return fetch(`${api.base}${path}`, { method, headers, redirect: 'manual' });
}

describe('the portal', () => {
  it('serves every file with its type, a validator and protection', async () => {
    expect(files.all.length).toBeGreaterThan(100);
    for (const file of files.all) {
      const answer = await open(`/docs/${file.path}`, { 'accept-encoding': 'identity' });
      expect([file.path, answer.status, answer.headers.get('content-type')]).toEqual([file.path, 200, file.type]);
      expect(answer.headers.get('etag')).toBe(file.etag);
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      const kept = answer.headers.get('cache-control');
      expect([file.path, kept?.includes('immutable')]).toEqual([file.path, file.path.startsWith('assets/')]);
      await answer.arrayBuffer();
    }
  });

  it('answers with 304 and no bytes if the reader already has the file', async () => {
    const first = await open('/docs/start');
    const again = await open('/docs/start', { 'if-none-match': first.headers.get('etag') ?? '' });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });

  it.each([
    ['br, gzip', 'br'],
    ['gzip, deflate, br;q=0.1', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['identity', null],
  ])('sends the stored form for Accept-Encoding %s', async (accepted, expected) => {
    const plain = await (await open('/docs/', { 'accept-encoding': 'identity' })).text();
    const { status, headers } = await open('/docs/', { 'accept-encoding': accepted }, 'HEAD');
    expect([status, headers.get('content-encoding'), headers.get('vary')]).toEqual([200, expected, 'Accept-Encoding']);
    const page = files.find('');
    if (page === undefined || expected === null) return;
    const bytes = await files.read(page, expected as 'br' | 'gzip');
    expect(String((expected === 'br' ? brotliDecompressSync : gunzipSync)(bytes))).toBe(plain);
  });

  it.each([
    ['/docs', '/docs/'],
    ['/docs/ja', '/docs/ja/'],
    ['/docs/%6aa', '/docs/ja/'],
    ['/docs/reference', '/docs/reference/'],
  ])('leads from %s to %s', async (from, to) => {
    const { status, headers } = await open(from);
    expect([status, headers.get('location')]).toEqual([308, to]);
  });

  it('answers an unknown path with a page to people and with an envelope to programs', async () => {
    const page = await open('/docs/nothing', browser);
    expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    const envelope = await open('/docs/nothing');
    expect([envelope.status, await envelope.json()]).toEqual([
      404,
      expect.objectContaining({ result: 1, error_list: [expect.objectContaining({ error_code: 'E700004' })] }),
    ]);
  });

  it.each(['/docs/../package.json', '/docs/%2e%2e/site.json', '/docs/..%2fsite.json', '/docs/index.html.br'])(
    'reads only its own files: %s',
    async (path) => {
      expect((await rawRequest(api.base, bare('GET', path))).status).toBe(404);
    },
  );

  it('lets pages run only its own scripts and call only the two services', async () => {
    const policies = await Promise.all(
      ['/docs/start', '/docs/reference/'].map(async (path) =>
        (await open(path)).headers.get('content-security-policy'),
      ),
    );
    for (const policy of policies) {
      expect(policy).toMatch(/^default-src 'none'; script-src 'self'( 'sha256-[\w+/=]{44}')*;/);
      expect(policy).toContain("frame-ancestors 'none'");
    }
    expect(policies.map((policy) => /connect-src ([^;]*)/.exec(policy ?? '')?.[1])).toEqual([
      "'self'",
      `'self' ${new URL(api.issuer.address).origin}`,
    ]);
  });

  it('can be switched off', async () => {
    const without = await RunningApi.start({ PORTAL: 'false' });
    const statuses = await Promise.all(
      ['/', '/docs/', '/docs/start'].map(
        async (path) => (await fetch(without.base + path, { headers: browser })).status,
      ),
    );
    await without.stop();
    expect(statuses).toEqual([404, 404, 404]);
  });
});

describe('the status page', () => {
  it.each([
    ['en', 'Calls are served; a part is impaired.'],
    ['ja', '呼び出しは処理していますが、一部に影響が出ています。'],
  ])(
    'checks all parts, also the feed of revocations, which this API cannot reach, in %s',
    async (language, sentence) => {
      const answer = await open('/status', { 'accept-language': language });
      expect([answer.status, answer.headers.get('vary')]).toEqual([200, 'Accept-Language']);
      const page = await answer.text();
      expect(page).toContain(`<html lang="${language}">`);
      expect(page).toContain(sentence);
      expect(page.match(/<dt>/g)?.length).toBeGreaterThan(3);
    },
  );

  it.each([
    [[{ name: 'segment bucket', impairs: true, works: false }], 'Calls are served; a part is impaired.'],
    [[{ name: 'batch database', impairs: false, works: false }], 'Calls are refused with HTTP 503'],
  ])('names the part that fails: %j', (parts, sentence) => {
    const page = statusPage(parts, { at: 0, language: 'en', hasGuide: false });
    expect(page).toContain(sentence);
    expect(page).toContain('<dd class="down">fails</dd>');
    expect(page).not.toContain('href="/docs/');
  });

  it('says that everything works', () => {
    const page = statusPage([{ name: 'batch database', impairs: false, works: true }], {
      at: 0,
      language: 'en',
      hasGuide: true,
    });
    expect(page).toContain('All calls are served.');
    expect(page).toContain('href="/docs/"');
  });
});

describe('the bare address', () => {
  it.each([
    ['en', 'href="/docs/"'],
    ['ja', 'href="/docs/ja/"'],
  ])('links to the portal, in %s', async (language, link) => {
    const answer = await open('/', { ...browser, 'accept-language': language });
    const page = await answer.text();
    expect([answer.status, answer.headers.get('vary')]).toEqual([200, 'Accept, Accept-Language']);
    expect(page).toContain(`<html lang="${language}">`);
    for (const part of [link, 'href="/openapi.json"']) expect(page).toContain(part);
  });

  it('comes in two parts with the same content if it is asked to pause', async () => {
    const whole = await (await open('/', browser)).text();
    let gapMs = 0;
    // A busy machine may read the first part late, and then sees less of the pause.
    for (let tries = 3; tries > 0 && gapMs <= 900; tries--) {
      const answer = await open('/?pause', browser);
      const parts: { at: number; text: string }[] = [];
      for await (const part of answer.body ?? []) {
        parts.push({ at: performance.now(), text: Buffer.from(part as Uint8Array).toString('latin1') });
      }
      expect(Buffer.from(parts.map(({ text }) => text).join(''), 'latin1').toString()).toBe(whole);
      const [first, second, ...others] = parts;
      expect(others).toEqual([]);
      gapMs = (second?.at ?? 0) - (first?.at ?? 0);
    }
    expect(gapMs).toBeGreaterThan(900);
  });

  it.each(['*/*', 'application/json'])('is an unknown path to programs: Accept %s', async (accept) => {
    const answer = await open('/', { accept });
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ result: 1, error_list: [{ error_code: 'E700004' }] });
  });
});

import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { aRange, FakePlatform, FakeProxy } from '@trading-platform/client/testing';
import { Workplace } from './run-tp.js';

let workplace: Workplace;

beforeEach(async () => {
  workplace = await Workplace.make('http://127.0.0.1:9');
});

afterEach(() => workplace.remove());

describe('tp behind a proxy', () => {
  let platform: FakePlatform;
  let proxy: FakeProxy;
  let env: Readonly<Record<string, string>>;

  beforeEach(async () => {
    [platform, proxy] = [new FakePlatform(), new FakeProxy()];
    const { port } = new URL(await platform.start());
    const address = await proxy.start();
    await workplace.write(
      'caller.json',
      (await workplace.read('caller.json')).replaceAll('127.0.0.1:9', `platform.example:${port}`),
    );
    proxy.credentials = 'user:s3cret';
    env = { HTTP_PROXY: address.replace('//', '//user:s3cret@'), TRADING_PLATFORM_ALLOW_HTTP: '1' };
  });
  afterEach(() => Promise.all([platform.stop(), proxy.stop()]));

  it('downloads, and shows the proxy without its password', async () => {
    const args = ['download', 'master', '--credentials', 'caller.json'];
    expect(await workplace.tp(args, { env })).toEqual({ code: 0, stdout: `${aRange(1, 10).join('\n')}\n`, stderr: '' });
    const { stdout } = await workplace.tp(['doctor', '--credentials', 'caller.json'], { env });
    const shown = /http:\/\/user:\*\*\*@127\.0\.0\.1:\d+ \(HTTP_PROXY\)/.source;
    expect(stdout).toMatch(new RegExp(`^ok {2}proxy {5}auth through ${shown}, api through ${shown}$`, 'm'));
    expect(stdout).toMatch(/^!! {2}api {7}answers in \d+ ms, but in the clear: use https$/m);
    expect(stdout).toMatch(/^ok {2}token {5}tanaka/m);
    expect(stdout).not.toContain('s3cret');
  });

  it('says in one line that the proxy wants a password, and ends as with a wrong setting', async () => {
    const { HTTP_PROXY: _, ...others } = env;
    const result = await workplace.tp(['download', 'master', '--credentials', 'caller.json'], {
      env: { ...others, http_proxy: env['HTTP_PROXY']?.replace('s3cret', 'wr0ng') ?? '' },
    });
    expect(result).toEqual({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(
        /^tp: The proxy http:\/\/user:\*\*\*@127\.0\.0\.1:\d+ \(http_proxy\) does not take this user and password \(407 [^\n]*\)\. Write [^\n]* into http_proxy\.\n$/,
      ),
    });
    expect(platform.calls).toEqual([]);
  });
});

describe('tp doctor', () => {
  it('says in a line each what is wrong, and what to do', async () => {
    const { code, stdout } = await workplace.tp(['doctor', '--credentials', 'caller.json']);
    expect(code).toBe(1);
    expect(stdout).toContain('ok  caller    given by options, file or environment\n');
    expect(stdout).toContain('ok  proxy     none (HTTP_PROXY and HTTPS_PROXY are not set)\n');
    expect(stdout).toMatch(
      /^!! {2}auth {6}http:\/\/127\.0\.0\.1:9 does not answer \([^\n]*\): check address, port, proxy \(HTTPS_PROXY\) and firewall/m,
    );
    expect(stdout).toMatch(/^!! {2}token {5}The platform cannot be reached/m);
    expect(stdout).not.toMatch(/correct horse|secret/);
  });

  it('compares the clock with that of the platform', async () => {
    const server = createServer((_request, response) => {
      // The middle of the range that the test accepts, because tp may read the answer late.
      response.writeHead(404, { date: new Date(Date.now() + 3_650_000).toUTCString() }).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    try {
      await workplace.write('caller.json', (await workplace.read('caller.json')).replaceAll('http://127.0.0.1:9', url));
      const { stdout } = await workplace.tp(['doctor', '--credentials', 'caller.json']);
      expect(stdout).toMatch(/^!! {2}clock {5}36\d\d s behind auth: set the time of this machine \(NTP\)$/m);
    } finally {
      server.close();
      server.closeAllConnections();
    }
  });
});

/** Bash's completions of the last word. */
async function offered(...words: string[]): Promise<string[]> {
  const { stdout: script } = await workplace.tp(['completion', 'bash']);
  const line = words.map((word) => `'${word}'`).join(' ');
  const run = `${script}\nCOMP_WORDS=(tp ${line}); COMP_CWORD=${words.length}; _tp; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout } = await promisify(execFile)('bash', ['-c', run]);
  return stdout.trim().split('\n');
}

describe('tp completion', () => {
  it.each([
    [['down'], ['download']],
    [['download', ''], expect.arrayContaining(['master', 'trade', 'orderblock', '--help'])],
    [['download', 'master', '--out', 'x', '--food-cat-l'], ['--food-cat-large-code']],
    [['batch', 's'], ['show']],
    [['completion', 'x'], ['']],
  ])('makes bash offer what can follow %j', async (words, expected) => {
    expect(await offered(...words)).toEqual(expected);
  });

  it('has a script for each shell', async () => {
    expect((await workplace.tp(['completion', 'zsh'])).stdout).toContain('bashcompinit');
    expect((await workplace.tp(['completion', 'fish'])).stdout).toContain(
      `complete -c tp -f -n '__tp_at "batch"' -a show`,
    );
    const { stdout: powershell } = await workplace.tp(['completion', 'powershell']);
    expect(powershell).toMatch(
      /'batch' = \[ordered\]@\{\n(?: {4}'[\w-]+' = '[^']+'\n)* {4}'show' = 'Shows all fields of a batch'\n/,
    );
    expect(await workplace.tp(['completion', 'tcsh'])).toMatchObject({ code: 2 });
  });
});

describe('tp man', () => {
  it('prints the page of a command from the same definitions as its help', async () => {
    const { code, stdout } = await workplace.tp(['man', 'batch', 'list']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^\.TH "TP-BATCH-LIST" 1 .*\n\.SH NAME\ntp\\-batch\\-list \\- Lists the newest batches\.\n/);
    expect(stdout).toContain('.TP\n.B \\-\\-all\nlist all batches\n');
    expect(stdout).toContain('.nf\nExamples:\n  tp batch list\n');
    expect(stdout).toMatch(/\.SH SEE ALSO\ntp\\-batch\(1\)\n$/);
    expect(await workplace.tp(['man', 'batch', 'lost'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('no command tp batch lost'),
    });
  });

  it('writes the pages of all commands', async () => {
    expect(await workplace.tp(['man', '--out', 'pages'])).toMatchObject({ code: 0, stderr: '' });
    expect(await workplace.read('pages/tp-order-upload.1')).toContain('.B \\-\\-check\\-only');
    expect(await workplace.read('pages/tp.1')).toContain('Exit codes:');
  });
});

describe('tp', () => {
  it('says its version, and what its exit codes mean', async () => {
    const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
    expect(await workplace.tp(['--version'])).toMatchObject({ code: 0, stdout: `${version}\n` });
    const { stdout } = await workplace.tp(['--help']);
    expect(stdout.replace(/\s+/g, ' ')).toContain('Exit codes: 0 all was done; 1 something was refused or failed; 2');
  });

  it.each([['nothing'], ['download', 'masters'], ['download', 'master', '--no-such'], ['batch']])(
    'says in one line that a command is wrong: %j',
    async (...args) => {
      const { code, stderr } = await workplace.tp(args);
      expect(code).toBe(2);
      expect(stderr).not.toBe('');
    },
  );

  it.each([
    ['http://localhost:4001/ordApi/order', /api_?url|apiUrl/i],
    ['localhost:4001', /has no scheme/],
  ])('says what is wrong with the address %s', async (address, message) => {
    await workplace.write(
      'caller.json',
      (await workplace.read('caller.json')).replace(/"api_url":"[^"]*"/, `"api_url":"${address}"`),
    );
    expect(await workplace.tp(['batch', 'list', '--credentials', 'caller.json'])).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(message),
    });
  });
});

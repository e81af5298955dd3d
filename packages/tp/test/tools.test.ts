import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Workplace } from './run-tp.js';

let workplace: Workplace;

beforeEach(async () => {
  workplace = await Workplace.make('http://127.0.0.1:9');
});

afterEach(() => workplace.remove());

describe('tp doctor', () => {
  it('says in a line each what is wrong, and what to do', async () => {
    const { code, stdout } = await workplace.tp(['doctor', '--credentials', 'caller.json']);
    expect(code).toBe(1);
    expect(stdout).toContain('ok  caller    given by options, file or environment\n');
    expect(stdout).toMatch(
      /^!! {2}auth {6}http:\/\/127\.0\.0\.1:9 does not answer \([^\n]*\): check address, port, proxy and firewall/m,
    );
    expect(stdout).toMatch(/^!! {2}token {5}The platform cannot be reached/m);
    expect(stdout).not.toMatch(/correct horse|secret/);
  });

  it('compares the clock with that of the platform', async () => {
    const server = createServer((_request, response) => {
      response.writeHead(404, { date: new Date(Date.now() + 3_600_000).toUTCString() }).end();
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

/** What bash offers for the last word. */
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
    expect(await workplace.tp(['completion', 'tcsh'])).toMatchObject({ code: 2 });
  });
});

describe('tp', () => {
  it('says its version, and what its exit codes mean', async () => {
    expect(await workplace.tp(['--version'])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
    });
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

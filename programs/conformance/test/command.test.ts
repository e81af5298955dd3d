import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CommandHost } from '@trading-platform/jest-preset/command-host';

const host = new CommandHost(join(import.meta.dirname, '../dist/main.js'));
const nowhere = { auth_url: 'http://127.0.0.1:1', api_url: 'http://127.0.0.1:1' };
const account = { client_id: 'c', client_secret: 'very-secret-1', user_id: 'u', user_password: 'very-secret-2' };

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'conformance-test-'));
  await writeFile(join(folder, 'nobody.json'), JSON.stringify(nowhere));
  await writeFile(join(folder, 'caller.json'), JSON.stringify({ ...nowhere, ...account }));
  await writeFile(join(folder, 'broken.json'), '{"client_secret": "very-secret-1"');
});

afterAll(() => rm(folder, { recursive: true, force: true }));

async function run(...args: readonly string[]) {
  const { code, stdout, stderr } = await host.run(args, { cwd: folder, env: { PATH: process.env['PATH'] ?? '' } });
  return { code, output: stdout, errors: stderr };
}

describe('conformance', () => {
  it.each([
    [['--colour'], /unknown option/],
    [['--group', 'colours'], /The groups are authorization, tokens/],
    [['--report', 'pdf=x'], /json=FILE/],
    [['--receiver', 'nonsense'], /Expected an address/],
    [['--receiver-port', '70000'], /Expected a port/],
    [['--credentials', 'caller.json', '--receiver-port', '4090'], /the port with --receiver/],
    [[], /--api/],
    [['--api', 'nonsense', '--auth', 'http://127.0.0.1:1'], /--api must be an address/],
    [['--credentials', 'missing.json'], /missing\.json: there is no such file/],
    [['--credentials', 'broken.json'], /broken\.json: is not a JSON object/],
    [['--credentials', 'nobody.json'], /a client and a user with --credentials/],
    [['--credentials', 'caller.json', '--only', 'TOK-999'], /There is no requirement TOK-999/],
    [['--credentials', 'caller.json'], /had no answer/],
    [['--credentials', 'nobody.json', '--prepare', 'no-such-program-9CK'], /cannot be started/],
    [['--credentials', 'caller.json', '--prepare', './market/'], /load each file/],
  ])('%j is refused with exit code 2 and one line that gives the reason', async (args, reason) => {
    const { code, output, errors } = await run(...args);
    expect({ code, output }).toEqual({ code: 2, output: '' });
    const last = errors.trim().split('\n').at(-1);
    expect(last).toMatch(reason);
    expect(errors).not.toContain('very-secret');
  });

  it('lists requirements of a group', async () => {
    const program = join(import.meta.dirname, '../bin/conformance.js');
    const list = ['--list', '--group', 'tokens', '--only', 'tok-051'];
    expect(await promisify(execFile)(process.execPath, [program, ...list])).toEqual({
      stderr: '',
      stdout: 'TOK-051  4.2  A code works once: a repeat is invalid_grant, with HTTP 400.\n',
    });
  });
});

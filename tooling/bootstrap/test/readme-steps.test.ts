import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { runCommand } from '../run-command.mjs';
import { readmeSteps } from './readme-steps.js';
import { inTemporaryFolder } from './temporary-folder.js';

interface Answer {
  readonly status?: number;
  readonly body: object;
}

/** Runs the steps against a fake platform, because in a real platform a test cannot choose how a batch ends. */
function runAgainst(checks: readonly Answer[]) {
  const left = [...checks];
  const answerTo = (url: string): Answer => {
    if (!url.endsWith('/check')) return { body: { access_token: 'token', batch_id: '7', master: [{ seq: '1' }] } };
    return left.shift() ?? { status: 500, body: {} };
  };
  const server = createServer((request, answer) => {
    const { status = 200, body } = answerTo(request.url ?? '');
    answer.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  });
  return inTemporaryFolder(async (folder) => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const names = ['USER_ID', 'USER_PASSWORD', 'CLIENT_ID', 'CLIENT_SECRET'];
    folder.write('demo.env', [`AUTH_URL=${url}`, `API_URL=${url}`, ...names.map((name) => `${name}=x`), ''].join('\n'));
    const { code, output } = await runCommand('sh', ['-c', readmeSteps(folder.path)]);
    server.close();
    const file = join(folder.path, 'first-100.json');
    return { code, output, page: existsSync(file) ? readFileSync(file, 'utf8') : undefined };
  });
}

describe('the curl commands of the README', () => {
  it('wait while the batch waits and is processed, and take its records', async () => {
    const checks = ['1', '2', '3'].map((batch_flg) => ({ body: { batch_flg, record_count: '0' } }));
    expect(await runAgainst(checks)).toMatchObject({ code: 0, output: '', page: expect.stringContaining('"seq":"1"') });
  });

  it.each<[string, Answer, string]>([
    ['has no data', { body: { batch_flg: '0' } }, 'The batch has no data: no record fits the request.'],
    ['was aborted', { body: { batch_flg: '4' } }, 'The batch has ended without records: {"batch_flg":"4"}'],
    [
      'has failed',
      { body: { batch_flg: '5', why: 'a' } },
      'The batch has ended without records: {"batch_flg":"5","why":"a"}',
    ],
    ['is unknown', { status: 400, body: { error_code: 'E000009' } }, '{"error_code":"E000009"}'],
    ['cannot be asked for', { status: 503, body: { error_code: 'E900002' } }, '{"error_code":"E900002"}'],
    ['is spoken of in another way', { body: {} }, 'The batch has ended without records: {}'],
  ])('end with the reason where the batch %s', async (_what, check, reason) => {
    const { code, output, page } = await runAgainst([{ body: { batch_flg: '1' } }, check]);
    expect({ code, page, lastLine: output.trimEnd().split('\n').at(-1) }).toEqual({
      code: 1,
      page: undefined,
      lastLine: reason,
    });
  });
});

import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { FakePlatform } from '../src/testing/index.js';

const program = fileURLToPath(new URL('web-context.mjs', import.meta.url));
const run = promisify(execFile);

let platform: FakePlatform;
let url: string;

beforeEach(async () => {
  platform = new FakePlatform();
  url = await platform.start();
});

afterEach(() => platform.stop());

/** Uses the client in a context that has only the globals of browsers. */
async function runForWeb(module: string): Promise<unknown> {
  const address = new URL(`../dist/${module}`, import.meta.url).href;
  const { stdout } = await run(process.execPath, ['--experimental-vm-modules', program, address, url]);
  return JSON.parse(stdout);
}

it('runs where there is nothing of Node', async () => {
  expect(await runForWeb('index.js')).toEqual({
    seqs: ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'],
    authorizationUrl: expect.stringContaining('code_challenge='),
  });
});

it('is a test that would notice an import of Node', async () => {
  await expect(runForWeb('node/index.js')).rejects.toThrow('imports node:');
});

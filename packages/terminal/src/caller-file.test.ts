import { execFileSync, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it } from '@jest/globals';
import { openInput } from './caller-file.js';

it('a named pipe is opened once, so nothing that its writer has sent is lost', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'caller-file-'));
  const path = join(folder, 'lines');
  execFileSync('mkfifo', [path]);
  spawn('sh', ['-c', 'printf "one\\ntwo\\n" > "$0"', path]);
  const { stream, bytes } = await openInput(path);
  expect([await text(stream), bytes]).toEqual(['one\ntwo\n', undefined]);
  await rm(folder, { recursive: true });
});

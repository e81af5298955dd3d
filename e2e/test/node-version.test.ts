import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { programs } from '../src/programs.js';

const run = promisify(execFile);
const { engines } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  engines: { node: string };
};
const needed = engines.node.replace('>=', '');
const names = ['auth', 'api', 'worker', 'console', 'tpctl', 'tpctlBundle', 'tp', 'conformance', 'sandbox'] as const;

/** Runs a program in a Node that claims to have this version. */
async function runOn(version: string, script: string): Promise<{ code: number; stdout: string; stderr: string }> {
  const claim = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`;
  const flags = ['--import', `data:text/javascript,${encodeURIComponent(claim)}`];
  return run(process.execPath, [...flags, script, '--version'], { env: { HOST: 'no-such-host.invalid' } }).then(
    (ended) => ({ code: 0, ...ended }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  );
}

describe('the Node of a program', () => {
  it.each(names)('%s refuses an older one before it does anything else', async (name) => {
    const { code, stdout, stderr } = await runOn('22.12.9', programs[name]);
    const program = name.replace('Bundle', '');
    expect({ code, stdout, stderr }).toEqual({
      code: 1,
      stdout: '',
      stderr: `${program}: needs Node ${needed} or newer, and ${process.execPath} is version 22.12.9\n`,
    });
  });

  it.each(['22.13.0', '23.0.0', '24.1.0'])('tpctl runs on %s', async (version) => {
    expect(await runOn(version, programs.tpctlBundle)).toMatchObject({ code: 0, stderr: '' });
  });
});

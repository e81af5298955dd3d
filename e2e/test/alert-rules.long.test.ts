import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { deployFolder } from '../src/deployment-files.js';

const run = promisify(execFile);

/** Debian's package prometheus brings this program. */
async function promtool(...parameters: readonly string[]): Promise<string> {
  const { stdout } = await run('promtool', parameters, { cwd: `${deployFolder}observability` }).catch(
    (error: NodeJS.ErrnoException & { stdout?: string; stderr?: string }) => {
      if (error.code === 'ENOENT') throw new Error('promtool is needed: apt-get install prometheus');
      throw new Error(`${error.stdout}${error.stderr}`);
    },
  );
  return stdout;
}

describe('the files for Prometheus', () => {
  it('are valid', async () => {
    expect(await promtool('check', 'config', 'prometheus.yml')).toContain('SUCCESS');
  });

  it('have alerts that are silent without a cause, and fire with one', async () => {
    expect(await promtool('test', 'rules', 'alerts.test.yml')).toContain('SUCCESS');
  });
});

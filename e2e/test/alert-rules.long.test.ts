import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { deployFolder } from '../src/deployment-files.js';

const run = promisify(execFile);

interface Panel {
  readonly targets: readonly { readonly expr: string }[];
}

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

  it('fit dashboards whose queries are valid', async () => {
    const dashboards = `${deployFolder}observability/dashboards`;
    const texts = await Promise.all(
      (await readdir(dashboards)).map((file) => readFile(join(dashboards, file), 'utf8')),
    );
    const panels = texts.flatMap((text) => (JSON.parse(text) as { panels: readonly Panel[] }).panels);
    const rules = panels
      .flatMap(({ targets }) => targets)
      .map(({ expr }, index) => ({ record: `query:${index}`, expr: expr.replaceAll('$__rate_interval', '5m') }));
    const folder = await mkdtemp(join(tmpdir(), 'trading-platform-queries-'));
    try {
      const file = join(folder, 'queries.yml');
      // JSON is YAML as well.
      await writeFile(file, JSON.stringify({ groups: [{ name: 'queries', rules }] }));
      expect(await promtool('check', 'rules', file)).toContain(`SUCCESS: ${rules.length} rules found`);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('have alerts that are silent without a cause, and fire with one', async () => {
    expect(await promtool('test', 'rules', 'alerts.test.yml')).toContain('SUCCESS');
  });
});

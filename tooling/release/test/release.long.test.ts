import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { inRoot } from '@trading-platform/bootstrap/root-folder';
import { runCommand } from '@trading-platform/bootstrap/run-command';
import { publicPackages } from '@trading-platform/published/public-packages';
import { startRegistry, type TestRegistry } from './registry-in-tests.js';
import { TinyWorkspace } from './tiny-workspace.js';

const timeoutMs = 3_600_000;

let registry: TestRegistry;

beforeEach(async () => {
  registry = await startRegistry();
}, timeoutMs);
afterEach(() => registry.close(), timeoutMs);

const historyOf = (workspace: TinyWorkspace) =>
  workspace.run('git', '-C', workspace.origin, 'log', '--format=%s', 'main');
const tagsOf = (workspace: TinyWorkspace) => workspace.run('git', '-C', workspace.origin, 'tag', '--list');
const lastLine = (output: string) => output.trimEnd().split('\n').at(-1) ?? '';

const released = ['@trading-platform/one', '@trading-platform/two'];
const releasedTags = [...released, '@trading-platform/server'].map((name) => `${name}@0.2.0`).toSorted();

/** Kills a release and all processes that it has started, while it uploads a package. */
async function killWhileUploading(workspace: TinyWorkspace, name: string): Promise<string> {
  const child = workspace.startRelease({ args: ['--registry', registry.url], env: registry.env });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text) => (output += text));
  child.stderr.setEncoding('utf8').on('data', (text) => (output += text));
  const closed = once(child, 'close').then(() => false);
  const uploads = await Promise.race([registry.hold(name).then(() => true), closed]);
  if (!uploads) throw new Error(`The release ended before it uploaded ${name}:\n${output}`);
  process.kill(-(child.pid ?? 0), 'SIGKILL');
  await closed;
  return output;
}

describe('a release of a tiny workspace', () => {
  let workspace: TinyWorkspace;

  beforeEach(async () => {
    workspace = await TinyWorkspace.make();
  }, timeoutMs);
  afterEach(() => workspace.remove());

  const release = (...args: readonly string[]) =>
    workspace.release({ args: ['--registry', registry.url, ...args], env: registry.env });

  /** Checks that nothing was pushed or published, and that main has not moved. */
  async function expectNothingDone(): Promise<void> {
    const head = await workspace.run('git', 'rev-parse', 'main');
    expect(await workspace.run('git', '-C', workspace.origin, 'rev-parse', 'main')).toBe(head);
    expect(await workspace.run('git', 'log', '-1', '--format=%s')).not.toBe('Version the packages');
    expect((await fetch(`${registry.url}@trading-platform%2ftwo`)).status).toBe(404);
    expect(await workspace.run('git', 'tag', '--list')).toBe('');
  }

  it(
    'shows in a dry run the packages that it would publish, and changes nothing',
    async () => {
      const { code, output } = await release('--dry-run');
      expect({ code, line: lastLine(output) }).toEqual({
        code: 0,
        line: 'Dry run: nothing was committed, published, tagged or pushed.',
      });
      expect(output).toMatch(/^to publish {2}@trading-platform\/two 0\.2\.0, /m);
      expect(existsSync(join(workspace.root, 'release/trading-platform-one-0.2.0.tgz'))).toBe(true);
      expect(await workspace.run('git', 'status', '--porcelain')).toBe('');
      await expectNothingDone();
    },
    timeoutMs,
  );

  it(
    'stops at a package that has grown',
    async () => {
      workspace.write('packages/two/src/noise.ts', `// ${randomBytes(4_000).toString('hex')}\n`);
      await workspace.commit('Grow');
      const { code, output } = await release();
      expect({ code, line: lastLine(output) }).toEqual({
        code: 1,
        line: expect.stringMatching(
          /^@trading-platform\/two: packedKb is \d, but its README promises less than 3: find the reason$/,
        ),
      });
      await expectNothingDone();
    },
    timeoutMs,
  );

  it(
    'stops at a licence that is not allowed',
    async () => {
      workspace.write(
        'tooling/release/policy.json',
        JSON.stringify({ allowed: ['ISC'], known: {}, bundled: {}, buildTools: [] }),
      );
      await workspace.commit('Allow less');
      const { code, output } = await release();
      expect({ code, line: lastLine(output) }).toEqual({
        code: 1,
        line: 'The licence of fresh@2.0.0, which @trading-platform/two@0.2.0 brings along, is not allowed: MIT.',
      });
      await expectNothingDone();
    },
    timeoutMs,
  );

  it(
    'stops at a test that fails',
    async () => {
      const manifest = JSON.parse(workspace.read('package.json'));
      workspace.write(
        'package.json',
        JSON.stringify({ ...manifest, scripts: { ...manifest.scripts, test: 'exit 3' } }),
      );
      await workspace.commit('Fail');
      const { code, output } = await release();
      expect({ code, line: lastLine(output) }).toEqual({ code: 1, line: 'npm test failed (exit code 3).' });
      await expectNothingDone();
    },
    timeoutMs,
  );

  it(
    'stops at a package that was published with other contents',
    async () => {
      expect(await release()).toMatchObject({ code: 0 });
      workspace.write('packages/one/src/more.ts', '\n');
      await workspace.commit('Change one');
      const { code, output } = await release();
      expect({ code, line: lastLine(output) }).toEqual({
        code: 1,
        line: '@trading-platform/one 0.2.0 is published with other contents: what has changed since needs a changeset.',
      });
    },
    timeoutMs,
  );

  it(
    'stops at a tag that is on another commit',
    async () => {
      await workspace.run('git', 'switch', '--quiet', '--create', 'other');
      await workspace.run('git', 'commit', '--quiet', '--allow-empty', '--message', 'Elsewhere');
      await workspace.run('git', 'tag', '@trading-platform/server@0.2.0');
      await workspace.run('git', 'switch', '--quiet', 'main');
      const { code, output } = await release();
      expect({ code, line: lastLine(output) }).toEqual({
        code: 1,
        line: 'The tag @trading-platform/server@0.2.0 is on a commit that is not on main.',
      });
    },
    timeoutMs,
  );

  it(
    'must be prepared first if provenance is requested',
    async () => {
      const env = { ...registry.env, NPM_CONFIG_PROVENANCE: 'true' };
      const refused = await workspace.release({ args: ['--registry', registry.url], env });
      expect({ code: refused.code, line: lastLine(refused.output) }).toEqual({
        code: 1,
        line: 'Provenance names the commit that this run began with, which has no new versions: npm run release -- --prepare, then again.',
      });
      await expectNothingDone();
      expect(await workspace.release({ args: ['--prepare'], env })).toMatchObject({ code: 0 });
      const head = await workspace.run('git', 'rev-parse', 'main');
      expect(await workspace.run('git', '-C', workspace.origin, 'rev-parse', 'main')).toBe(head);
      expect(await workspace.run('git', 'log', '-1', '--format=%s')).toBe('Version the packages');
      expect((await fetch(`${registry.url}@trading-platform%2ftwo`)).status).toBe(404);
    },
    timeoutMs,
  );

  it(
    'says what it will publish, and continues after it was killed: everything is published once, and tagged',
    async () => {
      const killed = await killWhileUploading(workspace, '@trading-platform/one');
      expect(killed).toContain(`Registry: ${registry.url} (--registry), as releaser\n`);
      expect(killed).toMatch(
        /^to publish {2}@trading-platform\/two 0\.2\.0, \d kB, \d files\nto publish {2}@trading-platform\/one 0\.2\.0/m,
      );
      for (const tag of releasedTags) expect(killed).toContain(`to tag      ${tag}\n`);
      expect(killed).toMatch(/\nPublished @trading-platform\/two 0\.2\.0\n$/);
      expect(workspace.read('release/third-party.md')).toContain('| fresh@2.0.0 | MIT | one, two, server |');
      expect(JSON.parse(workspace.read('release/bom/server.cdx.json'))).toMatchObject({
        specVersion: '1.6',
        metadata: { component: { type: 'application', name: 'server', version: '0.2.0' } },
      });
      expect(await registry.versionsOf(released)).toEqual({
        '@trading-platform/one': [],
        '@trading-platform/two': ['0.2.0'],
      });
      expect((await tagsOf(workspace)).split('\n')).toEqual(['']);

      const { code, output } = await release();
      expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining('No changesets are waiting.') });
      expect(output).toMatch(/^published {3}@trading-platform\/two 0\.2\.0/m);
      expect(output).toMatch(/\nPublished @trading-platform\/one 0\.2\.0\nReleased: 1 published, 3 tagged\.\n$/);
      expect(await registry.versionsOf(released)).toEqual({
        '@trading-platform/one': ['0.2.0'],
        '@trading-platform/two': ['0.2.0'],
      });
      expect(workspace.checkouts()).toEqual([]);
      expect((await tagsOf(workspace)).split('\n')).toEqual(releasedTags);
      expect(await workspace.run('git', '-C', workspace.origin, 'rev-parse', 'main')).toBe(
        await workspace.run('git', 'rev-parse', 'main'),
      );
      expect(await workspace.run('git', 'log', '--format=%s')).toBe('Version the packages\nBegin');
      expect(workspace.read('packages/one/CHANGELOG.md')).toBe(
        '# @trading-platform/one\n\n## 0.2.0\n\nIt needs two.\n',
      );
      expect(workspace.read('docs/upgrade-notes.md')).toMatch(/\n## \d{4}-\d\d-\d\d\n\nStop one first\.\n$/);
      expect(workspace.read('packages/two/CHANGELOG.md')).toBe(
        '# @trading-platform/two\n\n## 0.2.0\n\n### Added\n\n- The first.\n',
      );
    },
    timeoutMs,
  );
});

describe('a release that is killed again and again', () => {
  const kills = 10;
  const names = ['@trading-platform/one', '@trading-platform/two'];

  it(
    'ends with the same registry, tags and history as a release that is not killed',
    async () => {
      const [workspace, other] = await Promise.all([TinyWorkspace.make(), TinyWorkspace.make()]);
      const otherRegistry = await startRegistry();
      try {
        const begun = performance.now();
        const whole = await other.release({ args: ['--registry', otherRegistry.url], env: otherRegistry.env });
        expect(whole.code).toBe(0);
        const durationMs = performance.now() - begun;
        const publishing = { args: ['--registry', registry.url], env: registry.env };
        for (let killed = 0; killed < kills; ) {
          const child = workspace.startRelease(publishing);
          const ended = once(child, 'close').then(() => true);
          if (await Promise.race([ended, sleep(Math.random() * durationMs).then(() => false)])) continue;
          process.kill(-(child.pid ?? 0), 'SIGKILL');
          killed += 1;
          await ended;
        }
        const last = await workspace.release(publishing);
        expect({ code: last.code, line: lastLine(last.output) }).toEqual({
          code: 0,
          line: expect.stringMatching(/^Released: /),
        });
        expect(await registry.versionsOf(names)).toEqual(await otherRegistry.versionsOf(names));
        expect(await historyOf(workspace)).toBe(await historyOf(other));
        expect(await tagsOf(workspace)).toBe(await tagsOf(other));
        expect(await workspace.run('git', 'worktree', 'list', '--porcelain')).not.toContain(workspace.temporary);
        expect(workspace.checkouts()).toEqual([]);
      } finally {
        await otherRegistry.close();
        workspace.remove();
        other.remove();
      }
    },
    timeoutMs,
  );
});

describe('a release of this repository', () => {
  const folder = mkdtempSync(join(tmpdir(), 'whole-release-'));
  const [root, origin] = [join(folder, 'clone'), join(folder, 'origin.git')];
  const identity = {
    GIT_AUTHOR_NAME: 'T',
    GIT_AUTHOR_EMAIL: 't@example.com',
    GIT_COMMITTER_NAME: 'T',
    GIT_COMMITTER_EMAIL: 't@example.com',
  };
  const env = { ...process.env, ...identity };

  async function git(...args: readonly string[]): Promise<string> {
    const { code, output } = await runCommand('git', args, { cwd: folder, env });
    if (code !== 0) throw new Error(`git ${args.join(' ')}\n${output}`);
    return output.trimEnd();
  }

  beforeAll(async () => {
    await git('clone', '--quiet', '--bare', inRoot(), origin);
    await git('-C', origin, 'update-ref', 'refs/heads/main', await git('-C', inRoot(), 'rev-parse', 'HEAD'));
    await git('clone', '--quiet', '--branch', 'main', origin, root);
    // A complete `npm test` would run this test again.
    const path = join(root, 'package.json');
    const manifest = JSON.parse(readFileSync(path, 'utf8'));
    const scripts = {
      ...manifest.scripts,
      test: 'node tooling/published/check.mjs && node tooling/published/check-api.mjs',
    };
    writeFileSync(path, `${JSON.stringify({ ...manifest, scripts }, undefined, 2)}\n`);
    await git('-C', root, 'commit', '--quiet', '--all', '--message', 'Test less');
    await git('-C', root, 'push', '--quiet', 'origin', 'main');
  }, timeoutMs);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it(
    'publishes and tags every package and app; run again, it finds nothing to do',
    async () => {
      const main = inRoot('tooling/release/main.mjs');
      const release = (...args: readonly string[]) =>
        runCommand(process.execPath, [main, '--registry', registry.url, ...args], {
          cwd: root,
          env: { ...env, ...registry.env },
        });
      const names = publicPackages().map(({ name }) => name);
      const tags = names.length + readdirSync(inRoot('apps')).length;
      const first = await release();
      expect({ code: first.code, line: lastLine(first.output) }).toEqual({
        code: 0,
        line: `Released: ${names.length} published, ${tags} tagged.`,
      });
      const again = await release('--dry-run');
      expect({ code: again.code, line: lastLine(again.output) }).toEqual({
        code: 0,
        line: 'Dry run: nothing was committed, published, tagged or pushed.',
      });
      for (const name of names) expect(again.output).toContain(`\npublished   ${name} `);
      expect(again.output).not.toMatch(/^to (publish|tag)/m);
      for (const bill of ['api', 'auth', 'worker', 'client']) {
        expect(JSON.parse(readFileSync(join(root, 'release', 'bom', `${bill}.cdx.json`), 'utf8'))).toMatchObject({
          bomFormat: 'CycloneDX',
        });
      }
    },
    timeoutMs,
  );
});

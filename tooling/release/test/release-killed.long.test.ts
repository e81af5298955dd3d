import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { startRegistry, type TestRegistry } from './registry-in-tests.js';
import { TinyWorkspace } from './tiny-workspace.js';

jest.setTimeout(600_000);

let workspace: TinyWorkspace;
let registry: TestRegistry;

beforeAll(async () => {
  [workspace, registry] = await Promise.all([TinyWorkspace.make(), startRegistry()]);
});
afterAll(async () => {
  await registry.close();
  workspace.remove();
});

const released = ['@trading-platform/one', '@trading-platform/two'];
const tags = [...released, '@trading-platform/server'].map((name) => `${name}@0.2.0`).toSorted();

const publishedVersions = () => registry.versionsOf(released);

const tagsOfOrigin = async () => (await workspace.run('git', '-C', workspace.origin, 'tag', '--list')).split('\n');
const headOf = (where: string) => workspace.run('git', '-C', where, 'rev-parse', 'main');
const publishing = () => ({ args: ['--registry', registry.url], env: registry.env });

/** Kills a release and all processes that it has started, while it uploads a package. */
async function killWhileUploading(name: string): Promise<string> {
  const child = workspace.startRelease(publishing());
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

describe('npm run release', () => {
  it('says what it will publish, and goes on after it was killed: everything is published once, and tagged', async () => {
    const killed = await killWhileUploading('@trading-platform/one');
    expect(killed).toContain(`Registry: ${registry.url} (--registry), as releaser\n`);
    expect(killed).toMatch(
      /^to publish {2}@trading-platform\/two 0\.2\.0, \d kB, \d files\nto publish {2}@trading-platform\/one 0\.2\.0/m,
    );
    for (const tag of tags) expect(killed).toContain(`to tag      ${tag}\n`);
    expect(killed).toMatch(/\nPublished @trading-platform\/two 0\.2\.0\n$/);
    expect(workspace.read('release/third-party.md')).toContain('| fresh@2.0.0 | MIT | one, two, server |');
    expect(JSON.parse(workspace.read('release/bom/server.cdx.json'))).toMatchObject({
      specVersion: '1.6',
      metadata: { component: { type: 'application', name: 'server', version: '0.2.0' } },
    });
    expect(await publishedVersions()).toEqual({ '@trading-platform/one': [], '@trading-platform/two': ['0.2.0'] });
    expect(await tagsOfOrigin()).toEqual(['']);

    const { code, output } = await workspace.release(publishing());
    expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining('No changesets are waiting.') });
    expect(output).toMatch(/^published {3}@trading-platform\/two 0\.2\.0/m);
    expect(output).toMatch(/\nPublished @trading-platform\/one 0\.2\.0\nReleased: 1 published, 3 tagged\.\n$/);
    expect(await publishedVersions()).toEqual({
      '@trading-platform/one': ['0.2.0'],
      '@trading-platform/two': ['0.2.0'],
    });
    expect(workspace.checkouts()).toEqual([]);
    expect(await tagsOfOrigin()).toEqual(tags);
    expect(await headOf(workspace.origin)).toBe(await headOf(workspace.root));
    expect(await workspace.run('git', 'log', '--format=%s')).toBe('Version the packages\nBegin');
    expect(workspace.read('packages/one/CHANGELOG.md')).toBe('# @trading-platform/one\n\n## 0.2.0\n\nIt needs two.\n');
    expect(workspace.read('docs/upgrade-notes.md')).toMatch(/\n## \d{4}-\d\d-\d\d\n\nStop one first\.\n$/);
    expect(workspace.read('packages/two/CHANGELOG.md')).toBe(
      '# @trading-platform/two\n\n## 0.2.0\n\n### Added\n\n- The first.\n',
    );
  });
});

import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
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

const publishing = () => ({ args: ['--registry', registry.url], env: registry.env });

describe('npm run release', () => {
  it('explains itself', async () => {
    const { code, output } = await workspace.release({ args: ['--help'] });
    expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining('npm run release [-- options]') });
  });

  it('does not know other options', async () => {
    expect(await workspace.release({ args: ['--force'] })).toMatchObject({
      code: 1,
      output: expect.stringContaining("Unknown option '--force'"),
    });
  });

  it('stops if changes are not committed', async () => {
    workspace.write('LICENSE', 'MIT');
    workspace.write('NOTICE', 'MIT');
    const result = await workspace.release(publishing());
    await workspace.run('git', 'clean', '--quiet', '--force');
    expect(result).toMatchObject({
      code: 1,
      output: 'There are changes that are not committed: LICENSE and 1 more.\n',
    });
  });

  it('stops on another branch', async () => {
    await workspace.run('git', 'switch', '--quiet', '--create', 'other');
    const result = await workspace.release(publishing());
    await workspace.run('git', 'switch', '--quiet', 'main');
    expect(result).toMatchObject({ code: 1, output: 'A release is made from main; this checkout is on other.\n' });
  });

  it('stops if main has a commit that origin does not have', async () => {
    await workspace.run('git', 'commit', '--quiet', '--allow-empty', '--message', 'Not pushed');
    const result = await workspace.release(publishing());
    await workspace.run('git', 'reset', '--quiet', '--hard', 'HEAD~1');
    expect(result).toMatchObject({ code: 1, output: 'The commit "Not pushed" is not on main of origin yet.\n' });
  });

  it('stops if no registry is set', async () => {
    const none = join(workspace.root, 'no-such-file');
    const env = { NPM_CONFIG_USERCONFIG: none, NPM_CONFIG_GLOBALCONFIG: none };
    expect(await workspace.release({ env })).toMatchObject({
      code: 1,
      output:
        'No registry is set: npm run release -- --registry URL, or npm config set @trading-platform:registry URL.\n',
    });
  });

  it('stops if nobody is logged in to the registry', async () => {
    const { url } = registry;
    expect(await workspace.release({ args: ['--registry', url] })).toMatchObject({
      code: 1,
      output: `The registry ${url} does not know who you are: npm login --registry ${url}\n`,
    });
  });

  it('uses the registry of npm, unless npm hides a part of its address', async () => {
    const url = 'http://127.0.0.1:1/';
    expect(await workspace.release({ env: { NPM_CONFIG_REGISTRY: url } })).toMatchObject({
      code: 1,
      output: `The registry ${url} does not know who you are: npm login --registry ${url}\n`,
    });
    expect(await workspace.release({ env: { NPM_CONFIG_REGISTRY: 'http://me:secret@127.0.0.1:1/' } })).toMatchObject({
      code: 1,
      output: `npm hides a part of npm's setting "registry", http://me:***@127.0.0.1:1/: give the address as --registry.\n`,
    });
  });

  it('cleans up when somebody ends it', async () => {
    const child = workspace.startRelease(publishing());
    const ended = once(child, 'close');
    while (workspace.checkouts().length === 0 && child.exitCode === null) await sleep(20);
    expect(workspace.checkouts()).toHaveLength(1);
    child.kill('SIGTERM');
    expect(await ended).toEqual([1, null]);
    expect(workspace.checkouts()).toEqual([]);
  });
});

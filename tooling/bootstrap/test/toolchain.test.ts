import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { npmReason, provide } from '../toolchain.mjs';
import { inTemporaryFolder, type TemporaryFolder } from './temporary-folder.js';

describe('provide', () => {
  const names = ['npm_config_userconfig', 'npm_config_cache'];
  const before = new Map(names.map((name) => [name, process.env[name]]));
  afterEach(() => {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  });

  it('gets an executable from the registry of the user’s npm configuration, once', () =>
    inTemporaryFolder(async (folder) => {
      await using registry = await startRegistry(folder);
      process.env.npm_config_userconfig = folder.write('npmrc', `registry=${registry.url}\n`);
      process.env.npm_config_cache = join(folder.path, 'cache');
      const told: string[] = [];
      const tool = aTool(folder);
      expect(await provide(tool, (text) => told.push(text))).toBe(tool.executable);
      expect(execFileSync(tool.executable, { encoding: 'utf8' })).toBe('it runs\n');
      expect(readdirSync(join(folder.path, 'toolchain'))).toEqual(['fake-1']);
      registry.requests.length = 0;
      await provide(tool, (text) => told.push(text));
      expect(registry.requests).toEqual([]);
      expect(told).toEqual(['Getting Fake 1 from the npm registry into .toolchain/ (once).']);
    }));

  it('says in one line that the package cannot be had, and leaves nothing behind', () =>
    inTemporaryFolder(async (folder) => {
      await using registry = await startRegistry(folder);
      process.env.npm_config_userconfig = folder.write('npmrc', `registry=${registry.url}\nfetch-retries=0\n`);
      process.env.npm_config_cache = join(folder.path, 'cache');
      const tool = { ...aTool(folder), name: 'other-tool' };
      await expect(provide(tool, () => undefined)).rejects.toThrow(/^npm could not install other-tool@1\.0\.0: .*404/);
      expect(readdirSync(join(folder.path, 'toolchain'))).toEqual([]);
    }));
});

describe('npmReason', () => {
  it('takes the first line that says something', () => {
    const output =
      'npm warn Unknown user config\nnpm error code E404\nnpm error 404 Not Found - GET x\nnpm error more\n';
    expect(npmReason(output)).toBe('404 Not Found - GET x');
  });

  it('names the address that cannot be reached', () => {
    const output = `npm error code ECONNREFUSED
npm error syscall connect
npm error errno ECONNREFUSED
npm error network request to http://127.0.0.1:9/node failed, reason: connect ECONNREFUSED 127.0.0.1:9
npm error network This is a problem related to network connectivity.`;
    expect(npmReason(output)).toBe(
      'request to http://127.0.0.1:9/node failed, reason: connect ECONNREFUSED 127.0.0.1:9',
    );
  });
});

function aTool(folder: TemporaryFolder) {
  const place = join(folder.path, 'toolchain', 'fake-1');
  return {
    title: 'Fake 1',
    name: 'fake-tool',
    version: '1.0.0',
    folder: place,
    executable: join(place, 'bin', 'fake'),
  };
}

/** A registry with one package, `fake-tool`, whose install script would fail. */
async function startRegistry(folder: TemporaryFolder) {
  folder.write('pack/package/bin/fake', '#!/bin/sh\necho it runs\n');
  const manifest = { name: 'fake-tool', version: '1.0.0', scripts: { install: 'exit 1' } };
  folder.write('pack/package/package.json', JSON.stringify(manifest));
  const tarball = join(folder.path, 'fake-tool-1.0.0.tgz');
  execFileSync('tar', ['-czf', tarball, '-C', join(folder.path, 'pack'), 'package']);

  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    if (request.url === '/fake-tool') {
      const dist = { tarball: `${url()}fake-tool-1.0.0.tgz` };
      const versions = { '1.0.0': { ...manifest, dist } };
      response.end(JSON.stringify({ name: 'fake-tool', 'dist-tags': { latest: '1.0.0' }, versions }));
    } else if (request.url === '/fake-tool-1.0.0.tgz') {
      response.end(readFileSync(tarball));
    } else {
      response.writeHead(404).end('{}');
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return {
    url: url(),
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

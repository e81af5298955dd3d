import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ServiceName } from '@trading-platform/bootstrap/local-platform';
import { programs } from '../src/programs.js';
import { runProgram } from '../src/run-program.js';

const s3rver = fileURLToPath(new URL('../../packages/batch-engine/test/s3rver-process.mjs', import.meta.url));

/** The services that cannot start, grouped by the reason. */
export interface FailedStarts {
  readonly portTaken: readonly ServiceName[];
  readonly wrongVariables: readonly ServiceName[];
  readonly noDatabase: readonly ServiceName[];
  readonly foreignBucket: readonly ServiceName[];
}

/** Tests that a service that cannot start reports the reason in one line. */
export function describeFailedStarts(services: FailedStarts): void {
  describe('a service that cannot start', () => {
    let folder: string;
    let taken: Server;

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'trading-platform-e2e-'));
      taken = createServer();
      await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    });

    afterAll(async () => {
      await new Promise((resolve) => taken.close(resolve));
      await rm(folder, { recursive: true, force: true });
    });

    function start(name: ServiceName, settings: Readonly<Record<string, string>>) {
      const environment = {
        PATH: process.env['PATH'] ?? '',
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '',
        [`${name.toUpperCase()}_PORT`]: '0',
        AUTH_DATABASE_URL: `sqlite:${join(folder, 'auth.sqlite')}`,
        ORDERING_DATABASE_URL: `sqlite:${join(folder, 'ordering.sqlite')}`,
        LOG_LEVEL: 'fatal',
        ...settings,
      };
      return runProgram(programs[name], [], { environment });
    }

    it.each(services.portTaken)('%s says in one line that its port is taken', async (name) => {
      const { port } = taken.address() as AddressInfo;
      const { code, errors } = await start(name, { [`${name.toUpperCase()}_PORT`]: String(port) });
      expect({ code, errors }).toEqual({
        code: 1,
        errors: `${name}: cannot start: port ${port} is already in use; stop the other program or choose another port\n`,
      });
    });

    it.each(services.wrongVariables)('%s names every wrong variable in one line', async (name) => {
      const { code, errors } = await start(name, {
        [`${name.toUpperCase()}_PORT`]: 'abc',
        [name === 'auth' ? 'AUTH_DATABASE_URL' : 'ORDERING_DATABASE_URL']: 'mysql://root:secret@host/x',
      });
      expect(code).toBe(1);
      expect(errors.split('\n')).toEqual([expect.stringContaining(`${name.toUpperCase()}_PORT must be`), '']);
      expect(errors).toContain('DATABASE_URL must be sqlite:path or postgres://');
      expect(errors).not.toContain('secret');
    });

    it.each(services.noDatabase)('%s says in one line that its database cannot be opened', async (name) => {
      const file = join(folder, 'not-a-database');
      await writeFile(file, 'x'.repeat(5_000));
      const { code, errors } = await start(name, {
        AUTH_DATABASE_URL: `sqlite:${file}`,
        ORDERING_DATABASE_URL: `sqlite:${file}`,
      });
      expect({ code, errors }).toEqual({
        code: 1,
        errors: `${name}: cannot start: the database file is not a SQLite database\n`,
      });
    });

    if (services.foreignBucket.length > 0) {
      it('says in one line that its bucket belongs to another platform, and changes nothing there', async () => {
        const other = '0b7a1c52-93f4-4a55-8f0e-2f4f2c9d1e01';
        const server = spawn(process.execPath, ['--openssl-legacy-provider', s3rver, join(folder, 'bucket'), '0'], {
          stdio: ['ignore', 'pipe', 'inherit'],
          env: { ...process.env, NODE_OPTIONS: '' },
        });
        try {
          const [port] = (await once(server.stdout, 'data')) as [Buffer];
          const endpoint = `http://127.0.0.1:${Number(port)}`;
          await fetch(`${endpoint}/segments/prod/platform.json`, {
            method: 'PUT',
            body: JSON.stringify({ batch_database: other }),
          });
          for (const name of services.foreignBucket) {
            const { code, errors } = await start(name, {
              BATCH_SEGMENTS: `s3://segments/prod?endpoint=${endpoint}`,
              AWS_ACCESS_KEY_ID: 'S3RVER',
              AWS_SECRET_ACCESS_KEY: 'S3RVER',
            });
            const sentence = `${name}: cannot start: The prefix "prod" of bucket "segments" belongs to the batch database ${other}, and this one is `;
            expect({ code, errors }).toEqual({ code: 1, errors: expect.stringContaining(sentence) });
          }
          const keys = await (await fetch(`${endpoint}/segments?list-type=2`)).text();
          expect(keys.match(/<Key>[^<]*/g)).toEqual(['<Key>prod/platform.json']);
        } finally {
          server.kill('SIGKILL');
        }
      });
    }
  });
}

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Workplace } from './run-tpctl.js';

const s3rver = fileURLToPath(new URL('../../../packages/batch-engine/test/s3rver-process.mjs', import.meta.url));
const uuid = '[0-9a-f-]{36}';

describe('tpctl bucket', () => {
  let places: readonly [Workplace, Workplace];
  let server: ChildProcess;
  let env: Readonly<Record<string, string>>;
  beforeAll(async () => {
    places = [await Workplace.make(), await Workplace.make()];
    server = spawn(process.execPath, ['--openssl-legacy-provider', s3rver, join(places[0].folder, 'bucket'), '0'], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, NODE_OPTIONS: '' },
    });
    const [port] = (await once(server.stdout!, 'data')) as [Buffer];
    env = {
      BATCH_SEGMENTS: `s3://segments/prod?endpoint=http://127.0.0.1:${Number(port)}`,
      AWS_ACCESS_KEY_ID: 'S3RVER',
      AWS_SECRET_ACCESS_KEY: 'S3RVER',
    };
  });
  afterAll(async () => {
    server.kill('SIGKILL');
    for (const place of places) await place.remove();
  });

  const bucket = (place: 0 | 1, command: string, settings = env) =>
    places[place].tpctl(['bucket', command], { env: settings });
  const shown = async (place: 0 | 1) => {
    const { stdout } = await places[place].tpctl(['bucket', 'show', '--json'], { env });
    return JSON.parse(stdout) as { batch_database: string; belongs_to: string | null };
  };

  /** The doctor's findings about the bucket. */
  const told = async (place: 0 | 1) => {
    const { stdout } = await places[place].tpctl(['doctor', '--json'], { env });
    const { findings } = JSON.parse(stdout) as { findings: readonly { check: string; state: string; found: string }[] };
    return findings.filter(({ check }) => check === 'bucket').map(({ state, found }) => `${state}: ${found}`);
  };

  it('shows whose the prefix is, moves it to another database, and tells a copy apart', async () => {
    expect(await bucket(0, 'show')).toEqual({
      code: 0,
      stdout: expect.stringMatching(
        new RegExp(
          `^The prefix belongs to nobody: the next worker that starts takes it\nThis batch database is ${uuid}\n$`,
        ),
      ),
      stderr: '',
    });
    const { batch_database: first } = await shown(0);
    expect(await told(0)).toEqual(['warning: its prefix belongs to nobody yet']);
    expect((await bucket(0, 'take')).stdout).toBe(`The prefix belongs to this batch database now, ${first}\n`);
    expect((await bucket(0, 'show')).stdout).toBe(
      `The prefix belongs to this batch database\nThis batch database is ${first}\n`,
    );
    expect((await bucket(1, 'show')).stdout).toMatch(
      new RegExp(`^The prefix belongs to the batch database ${first}\nThis batch database is (?!${first})${uuid}\n$`),
    );
    expect(await told(0)).toEqual(['good: its prefix belongs to this batch database']);
    expect(await told(1)).toEqual([`bad: its prefix belongs to the batch database ${first}`]);
    expect((await bucket(1, 'take')).code).toBe(0);
    const { batch_database: second } = await shown(1);
    expect(await shown(0)).toEqual({ batch_database: first, belongs_to: second });

    const { stdout } = await bucket(1, 'leave');
    const third = (await shown(1)).batch_database;
    expect(stdout).toBe(`This batch database is ${third} now\n`);
    expect([third === second, (await shown(1)).belongs_to]).toEqual([false, second]);
  });

  it('says what is missing', async () => {
    expect(await bucket(0, 'show', {})).toEqual({
      code: 1,
      stdout: '',
      stderr: 'tpctl: BATCH_SEGMENTS is not set: the records of batches are in the database\n',
    });
    const { stderr, code } = await bucket(0, 'take', { ...env, AWS_SECRET_ACCESS_KEY: 'wrong' });
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(
        /^tpctl: Bucket "segments" at \S+ refuses AWS_ACCESS_KEY_ID or AWS_SECRET_ACCESS_KEY \(.*\)\n$/,
      ),
    ]);
  });
});

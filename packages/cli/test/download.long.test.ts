import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { FakePlatform } from '@trading-platform/client/testing';
import { Workplace } from './run-tpctl.js';

const recordCount = 400_000;

it('downloads with a heap that does not grow with the number of records', async () => {
  const workplace = await Workplace.make();
  const platform = new FakePlatform();
  platform.recordCount = recordCount;
  try {
    const url = await platform.start();
    await writeFile(
      join(workplace.folder, 'caller.json'),
      JSON.stringify({ auth_url: url, api_url: url, client_id: 'erp', client_secret: 'secret', user_id: 'tanaka' }),
    );
    const args = ['download', 'master', '--credentials', 'caller.json', '--out', 'master.ndjson', '--json'];
    const env = { NODE_OPTIONS: '--max-old-space-size=32', TPCTL_PASSWORD: 'correct horse' };
    const { code, stdout } = await workplace.tpctl(args, { env });
    expect({ code, ...(JSON.parse(stdout) as object) }).toMatchObject({ code: 0, record_count: recordCount });
    // More than the heap holds.
    expect((await stat(join(workplace.folder, 'master.ndjson'))).size).toBeGreaterThan(recordCount * 100);
  } finally {
    await platform.stop();
    await workplace.remove();
  }
}, 600_000);

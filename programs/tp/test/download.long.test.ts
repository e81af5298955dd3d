import { stat } from 'node:fs/promises';
import { expect, it } from '@jest/globals';
import { FakePlatform } from '@trading-platform/client/testing';
import { Workplace } from './run-tp.js';

const recordCount = 400_000;

it('downloads with a heap that does not grow with the number of records', async () => {
  const platform = new FakePlatform();
  platform.recordCount = recordCount;
  const workplace = await Workplace.make(await platform.start());
  try {
    const args = ['download', 'master', '--credentials', 'caller.json', '--out', 'master.ndjson', '--json'];
    const env = { NODE_OPTIONS: '--max-old-space-size=32' };
    const { code, stdout } = await workplace.tp(args, { env });
    expect({ code, ...(JSON.parse(stdout) as object) }).toMatchObject({ code: 0, record_count: recordCount });
    // The file is larger than the heap.
    expect((await stat(workplace.path('master.ndjson'))).size).toBeGreaterThan(recordCount * 100);
  } finally {
    await platform.stop();
    await workplace.remove();
  }
}, 600_000);

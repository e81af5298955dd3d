import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DeafService } from '../src/deaf-service.js';
import { LogPipe } from '../src/log-pipe.js';
import { Platform } from '../src/platform.js';
import { describeUnwritableLogs } from './unwritable-log.js';

const names = ['auth', 'api', 'worker'] as const;
const kinds = (['its reader is gone', 'its reader takes nothing', 'the disk is full'] as const).map((kind) => ({
  kind,
  names,
}));
const megabyte = 1_048_576;

describeUnwritableLogs({ serving: kinds, failing: kinds, isForPeopleToo: true });

describe('a log with a blocked reader', () => {
  let platform: Platform;
  beforeAll(async () => {
    platform = await Platform.start({ database: 'sqlite', services: ['auth'] });
  });
  afterAll(() => platform.stop());

  it('costs the api no memory in 100,000 calls', async () => {
    const pipe = new LogPipe(platform.folder, 'api');
    const service = await DeafService.start(platform, 'api', pipe.writeEnd);
    await service.callOften(20_000);
    const before = await service.residentBytes();
    await service.callOften(80_000);
    const growth = (await service.residentBytes()) - before;
    // The log lines of this many calls take 325 MB.
    expect(growth).toBeLessThan(30 * megabyte);
    expect(await service.metric('log_lines_lost_total')).toBeGreaterThan(90_000);
    expect(await service.end('SIGTERM')).toMatchObject({ code: 0 });
    await service.kill();
    pipe.close();
  }, 600_000);
});

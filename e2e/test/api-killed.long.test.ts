import { beforeAll } from '@jest/globals';
import { type DemoMarket, loadDemoMarket } from '../src/demo-market.js';
import { describePlatform } from '../src/describe-platform.js';
import { describeKilledApi } from './killed-api.js';

const many = { rounds: 50, keys: 40, recordsPerRange: 60, timeoutMs: 600_000 };

for (const database of ['sqlite', 'postgres'] as const) {
  describePlatform('a caller', { database }, (flow, platform) => {
    let market: DemoMarket;

    beforeAll(async () => {
      market = await loadDemoMarket(platform(), ['members', 'master'], '300');
    });

    describeKilledApi(flow, () => market, many);
  });
}

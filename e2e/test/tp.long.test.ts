import { beforeAll } from '@jest/globals';
import { type DemoMarket, loadDemoMarket } from '../src/demo-market.js';
import { describePlatform } from '../src/describe-platform.js';
import { describeTp, marketKinds } from './tp.js';

describePlatform('a caller', { database: 'sqlite' }, (flow, platform) => {
  let market: DemoMarket;

  beforeAll(async () => {
    market = await loadDemoMarket(platform(), marketKinds, '300');
  });

  describeTp(flow, platform, () => market, true);
});

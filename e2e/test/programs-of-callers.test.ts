import { beforeAll } from '@jest/globals';
import { type DemoMarket, loadDemoMarket } from '../src/demo-market.js';
import { describePlatform } from '../src/describe-platform.js';
import { describeKilledApi } from './killed-api.js';
import { describeSandbox } from './sandbox.js';
import { describeTp, marketKinds } from './tp.js';

/**
 * `tp` comes first, because it reads the batches of its caller, which the sandbox shares. The data API is killed last.
 */
describePlatform('programs of callers', { database: 'sqlite' }, (flow, platform) => {
  let market: DemoMarket;

  beforeAll(async () => {
    market = await loadDemoMarket(platform(), marketKinds, '300');
  });

  describeTp(flow, platform, () => market, false);
  describeSandbox(flow, platform, () => market, {
    clients: ['tp sync'],
    examples: [],
    scenariosEach: 0,
    scenariosOfTp: 1,
    scenariosOfRobust: 0,
    looksAtPages: false,
    seed: 20_261_123,
  });
  describeKilledApi(flow, () => market, { rounds: 1, keys: 8, recordsPerRange: 5 });
});

import { beforeAll } from '@jest/globals';
import { exampleSurvival } from '@trading-platform/portal/example-survival';
import { type DemoMarket, loadDemoMarket } from '../src/demo-market.js';
import { describePlatform } from '../src/describe-platform.js';
import { describeSandbox } from './sandbox.js';

const all = Number.POSITIVE_INFINITY;

describePlatform('a caller', { database: 'sqlite' }, (flow, platform) => {
  let market: DemoMarket;

  beforeAll(async () => {
    market = await loadDemoMarket(platform(), ['members', 'master'], 'small');
  });

  describeSandbox(flow, platform, () => market, {
    clients: ['tp download', "the guide's Python", 'tp sync'],
    examples: Object.keys(exampleSurvival),
    scenariosEach: all,
    scenariosOfTp: all,
    scenariosOfRobust: all,
    looksAtPages: true,
    seed: 7,
    timeoutMs: 600_000,
  });
});

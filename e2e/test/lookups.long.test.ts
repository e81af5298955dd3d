import { afterAll, beforeAll } from '@jest/globals';
import type { ServiceProcess } from '@trading-platform/bootstrap/service-process';
import { describePlatform } from '../src/describe-platform.js';
import { describeLookups } from './lookups.js';

const options = { database: 'postgres', services: ['auth', 'api'], settings: { TZ: 'Pacific/Kiritimati' } } as const;

describePlatform('a server in Kiritimati', options, (flow, platform) => {
  let secondApi: ServiceProcess;

  beforeAll(async () => {
    secondApi = await platform().startAnother('api');
  });

  afterAll(() => secondApi.end());

  describeLookups(flow, platform, () => secondApi);
});

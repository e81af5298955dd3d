import { afterAll, beforeAll } from '@jest/globals';
import type { ServiceProcess } from '@trading-platform/bootstrap/service-process';
import { describePlatform } from '../src/describe-platform.js';
import { describeKeyWithdrawal } from './key-withdrawal.js';

describePlatform('keys', { database: 'sqlite', services: ['auth', 'api'] }, (_flow, platform) => {
  let auth: ServiceProcess;
  let api: ServiceProcess;

  beforeAll(async () => {
    [auth, api] = await Promise.all([platform().startAnother('auth'), platform().startAnother('api')]);
  });

  afterAll(() => Promise.all([auth.end(), api.end()]));

  describeKeyWithdrawal(platform, () => ({ auth, api }), true);
});

import { afterAll, beforeAll } from '@jest/globals';
import type { ServiceProcess } from '@trading-platform/bootstrap/service-process';
import { describePlatform } from '../src/describe-platform.js';
import { describeKeyWithdrawal } from './key-withdrawal.js';
import { describeRevocation } from './revocation.js';
import { describeRights, settings } from './rights.js';

/** Revocations come last, because the authentication server ends meanwhile. */
describePlatform('withdrawals', { database: 'sqlite', services: ['auth', 'api'], settings }, (flow, platform) => {
  let auth: ServiceProcess;
  let api: ServiceProcess;

  beforeAll(async () => {
    const cautious = { REFUSE_WITHOUT_REVOCATIONS: 'true' };
    [auth, api] = await Promise.all([
      platform().startAnother('auth'),
      platform().startAnother('api', { settings: cautious }),
    ]);
  });

  afterAll(() => Promise.all([auth.end(), api.end()]));

  describeRights(flow, { rounds: 1, isTimed: false });
  describeKeyWithdrawal(platform, () => ({ auth, api }), false);
  describeRevocation(platform, () => api);
});

import { afterAll, beforeAll } from '@jest/globals';
import type { ServiceProcess } from '@trading-platform/bootstrap/service-process';
import { describePlatform } from '../src/describe-platform.js';
import { describeKeyWithdrawal } from './key-withdrawal.js';
import { describeLookups } from './lookups.js';
import { describeRevocation } from './revocation.js';
import { describeRights, settings as limits } from './rights.js';

// The zone is almost a day behind Japan. In the long test of lookups it is ahead of Japan.
const settings = { ...limits, TZ: 'America/Los_Angeles' };

/** Revocations come last, because their tests end the authentication server. */
describePlatform(
  'lookups and withdrawals',
  { database: 'sqlite', services: ['auth', 'api'], settings },
  (flow, platform) => {
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

    describeLookups(flow, platform, () => api);
    describeRights(flow, { rounds: 1, isTimed: false });
    describeKeyWithdrawal(platform, () => ({ auth, api }), false);
    describeRevocation(platform, () => api);
  },
);

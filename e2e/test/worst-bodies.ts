import { beforeAll, expect } from '@jest/globals';
import type { ApiCaller } from '../src/api-caller.js';
import { describePlatform } from '../src/describe-platform.js';
import { mainThreadMs } from '../src/main-thread.js';
import { worstBodies } from '../src/worst-bodies.js';
import { harmfulHeaders, sendHeader } from '../src/worst-headers.js';

const bodyBytes = 1_048_576;
const mostRounds = 3;
const memberCode = '10000001';

/** @param longestHoldMs the longest time of the main thread for one request; the quickest of some rounds counts */
export function describeWorstBodies(longestHoldMs: number): void {
  describePlatform(
    'the event loop of the data API',
    { database: 'sqlite', services: ['auth', 'api'] },
    (flow, platform) => {
      let caller: ApiCaller;

      beforeAll(async () => {
        await platform().load('members', [{ member_code: memberCode }]);
        caller = await platform().caller(memberCode);
        for (let call = 0; call < 200; call++) await caller.call('/master/download/buy/check', { batch_id: '1' });
      });

      for (const { sentence, path, status, make } of worstBodies) {
        flow(`is not blocked by ${sentence}`, async (running) => {
          const body = make(bodyBytes);
          const { processId } = running.service('api');
          let heldMs = Infinity;
          for (let round = 0; round < mostRounds && heldMs >= longestHoldMs; round++) {
            const before = mainThreadMs(processId);
            const answer = await caller.send(path, body, {
              'Idempotency-Key': `${sentence}-${round}`.replaceAll(' ', '-'),
            });
            await answer.arrayBuffer();
            heldMs = Math.min(heldMs, mainThreadMs(processId) - before);
            expect(answer.status).toBe(status);
          }
          expect(heldMs).toBeLessThan(longestHoldMs);
        });
      }

      for (const [name, value] of harmfulHeaders) {
        flow(`is not blocked by a header ${name}, nor is that of auth`, async (running) => {
          const headers = { Authorization: `Bearer ${await caller.token()}`, 'Content-Type': 'application/json' };
          const calls = [
            ['api', 'DELETE', `${running.apiUrl}/ordApi/order/batches/1`],
            ['api', 'POST', `${running.apiUrl}/ordApi/order/master/download/buy/check`],
            ['auth', 'POST', `${running.authUrl}/idp/oauth2/access_token`],
          ] as const;
          for (const [service, method, url] of calls) {
            const { processId } = running.service(service);
            let heldMs = Infinity;
            for (let round = 0; round < mostRounds && heldMs >= longestHoldMs; round++) {
              const before = mainThreadMs(processId);
              await sendHeader(method, url, headers, [name, value]);
              heldMs = Math.min(heldMs, mainThreadMs(processId) - before);
            }
            expect(heldMs).toBeLessThan(longestHoldMs);
          }
        });
      }
    },
  );
}

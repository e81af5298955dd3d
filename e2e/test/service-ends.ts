import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { describe, expect } from '@jest/globals';
import type { DescribeFlow } from '../src/describe-platform.js';

/** Tests how services end. Afterwards only the console is running. */
export function describeServiceEnds(flow: DescribeFlow): void {
  describe('a service that gets SIGTERM', () => {
    flow(
      'all services answer an unsupported method with 405 and the allowed methods',
      async ({ authUrl, apiUrl, workerUrl }) => {
        for (const url of [authUrl, apiUrl, workerUrl]) {
          const { status, headers } = await fetch(`${url}/healthz`, { method: 'PROPFIND' });
          expect([status, headers.get('allow')?.split(', ').toSorted()]).toEqual([405, ['GET', 'HEAD']]);
        }
      },
    );

    flow('answers the current request, and ends with 0', async (platform) => {
      await platform.load('members', [{ member_code: '10000001' }]);
      const caller = await platform.caller('10000001');
      const answered = sendSlowly(`${platform.apiUrl}/ordApi/order/master/download/buy/request`, await caller.token());
      await answered.begun;
      const ended = platform.service('api').end('SIGTERM');
      await untilNotReady(platform.apiUrl);
      answered.finish();
      expect(await answered.status).toBe(200);
      expect(await ended).toBe(0);
    });

    flow('others end with 0 when they are idle', async (platform) => {
      const codes = await Promise.all(
        (['auth', 'worker'] as const).map((name) => platform.service(name).end('SIGTERM')),
      );
      expect(codes).toEqual([0, 0]);
    });
  });
}

/** A call whose body has only begun to arrive. */
function sendSlowly(address: string, token: string) {
  const body = '{"exist_mc":"0"}';
  const call = httpRequest(address, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      'Content-Length': body.length,
      Expect: '100-continue',
    },
  });
  const status = new Promise<number | undefined>((resolve, reject) => {
    call.once('response', (answer) => resolve(answer.resume().statusCode));
    call.once('error', reject);
  });
  const begun = once(call, 'continue').then(() => void call.write(body.slice(0, 5)));
  call.flushHeaders();
  return { status, begun, finish: () => call.end(body.slice(5)) };
}

/** Without `SHUTDOWN_DELAY_SECONDS` the port would close so soon that callers would rarely see the 503. */
async function untilNotReady(address: string): Promise<void> {
  for (;;) {
    const status = await fetch(`${address}/readyz`).then(
      (answer) => answer.status,
      () => 503,
    );
    if (status === 503) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

import { expect, it } from '@jest/globals';
import { RunningApi } from './running-api.js';

async function uncertainCalls(api: RunningApi): Promise<number> {
  const metrics = await (await fetch(`${api.base}/metrics`)).text();
  return Number(/^calls_without_revocations_total(?:\{.*\})? (\d+)$/m.exec(metrics)?.[1]);
}

it('counts the calls that are served while the revoked tokens are not known', async () => {
  const api = await RunningApi.start({ AUTH_REVOCATIONS_URL: 'http://127.0.0.1:9/revocations' });
  try {
    expect(await uncertainCalls(api)).toBe(0);
    for (let n = 0; n < 3; n++) expect((await api.call('/master/download/buy/request', {})).status).toBe(200);
    expect((await api.call('/master/download/buy/request', {}, { token: undefined })).status).toBe(401);
    expect(await uncertainCalls(api)).toBe(3);
  } finally {
    await api.stop();
  }
});

import { expect, it } from '@jest/globals';
import { runAuth } from './running-auth.js';

it('describes itself as OpenAPI 3.1, whenever it is asked', async () => {
  const auth = await runAuth();
  try {
    for (const time of ['first', 'second']) {
      const answer = await fetch(`${auth.url}/openapi.json?${time}`);
      expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(await answer.json()).toMatchObject({
        openapi: expect.stringMatching(/^3\.1\./),
        paths: expect.any(Object),
      });
    }
  } finally {
    await auth.stop();
  }
}, 20_000);

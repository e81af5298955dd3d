import { expect } from '@jest/globals';
import { findingsOfSpectral, typesOf } from '@trading-platform/openapi-checks';
import { describePlatform } from '../src/describe-platform.js';

const settings = { OPENID_CONNECT: 'true' };

/** `openapi.test.ts` compares the documents with answers, and checks them with Redocly. */
describePlatform('OpenAPI documents', { database: 'sqlite', services: ['auth', 'api'], settings }, (flow) => {
  for (const service of ['auth', 'api'] as const) {
    flow(`of ${service} keep the recommended rules of Spectral, and are types`, async (platform) => {
      const document = (await (await fetch(`${platform[`${service}Url`]}/openapi.json`)).json()) as object;
      expect(await findingsOfSpectral(document)).toEqual([]);
      const { types, defects } = await typesOf(document);
      expect(defects).toEqual([]);
      expect(types).toContain(service === 'api' ? 'member_code_order_to: string' : 'refresh_token');
    });
  }
});

import { download } from '../../probe/batches.js';
import { idpPath } from '../../probe/sign-in.js';
import { credentialsForm } from '../../probe/tokens.js';
import type { Requirement } from '../../requirement/requirement.js';

const credentials = '/api/credentials/access_token';
const source = 'open-points: errors-of-the-token-endpoints';

/** Requirements about answers that caches must not store. */
export const storeRequirements: readonly Requirement[] = [
  {
    id: 'SEC-020',
    source,
    says: 'A token record must not be stored: it has Cache-Control no-store and Pragma no-cache.',
    check: async (probe) => {
      const answer = await probe.once('stored tokens', () => probe.form(credentials, credentialsForm(probe.account())));
      answer
        .expectStatus(200)
        .expectHeader('cache-control', /no-store/)
        .expectHeader('pragma', /no-cache/);
    },
  },
  {
    id: 'SEC-021',
    source,
    says: 'A refusal of a token endpoint must not be stored either.',
    check: async (probe) => {
      const answer = await probe.form(credentials, {});
      answer
        .expectStatus(400)
        .expectHeader('cache-control', /no-store/)
        .expectHeader('pragma', /no-cache/);
    },
  },
  {
    id: 'SEC-022',
    source,
    says: 'An introspection answer must not be stored.',
    check: async (probe) => {
      const { clientId, clientSecret } = probe.account();
      const form = { token: 'A'.repeat(86), client_id: clientId, client_secret: clientSecret };
      (await probe.form(idpPath(probe, 'introspect'), form))
        .expectStatus(200)
        .expectHeader('cache-control', /no-store/);
    },
  },
  {
    id: 'SEC-023',
    source: 'open-points: repeating-a-get',
    says: 'A shared cache must not store the records of a batch.',
    needs: ['records'],
    check: async (probe) => {
      const { batchId } = await download(probe, 'master');
      const answer = await probe.get(`/batches/${batchId}/records`);
      answer.expectStatus(200).expectHeader('cache-control', /\b(?:private|no-store)\b/);
    },
  },
];

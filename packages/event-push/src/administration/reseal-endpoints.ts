import type { SecretResealer } from '../endpoint/endpoint-secrets.js';
import type { EndpointStore } from '../endpoint/endpoint-store.js';
import type { StoredEndpoint } from '../endpoint/event-endpoint.js';

const endpointsAtOnce = 100;

/** The result of {@link resealEndpoints}. */
export interface Resealed {
  /** The number of endpoints whose secrets were encrypted again, with the present key. */
  readonly resealed: number;
  /** The ids of the endpoints whose secrets no known key can decrypt. */
  readonly unreadable: readonly string[];
}

/**
 * Encrypts the secrets of all endpoints with the present key. An endpoint that changes during the run is left for the
 * next run.
 */
export async function resealEndpoints(
  store: EndpointStore,
  resealer: SecretResealer,
  now: number = Date.now(),
): Promise<Resealed> {
  let resealed = 0;
  const unreadable: string[] = [];
  for (let after = ''; ; ) {
    // One page after the other.
    // oxlint-disable-next-line no-await-in-loop
    const page = await store.page(after, endpointsAtOnce);
    for (const endpoint of page) {
      try {
        // oxlint-disable-next-line no-await-in-loop
        if (await resealOne(store, resealer, endpoint, now)) resealed++;
      } catch {
        unreadable.push(endpoint.endpointId);
      }
    }
    if (page.length < endpointsAtOnce) return { resealed, unreadable };
    after = page.at(-1)!.endpointId;
  }
}

/** A former secret that no longer signs is dropped. */
async function resealOne(
  store: EndpointStore,
  resealer: SecretResealer,
  endpoint: StoredEndpoint,
  now: number,
): Promise<boolean> {
  const { endpointId, secret, formerSecret, formerSecretEndsAt } = endpoint;
  const former = formerSecretEndsAt !== null && now < formerSecretEndsAt ? formerSecret : null;
  const resealedSecret = resealer.reseal(secret, endpointId);
  const resealedFormer = former === null ? undefined : resealer.reseal(former, endpointId);
  if (resealedSecret === undefined && resealedFormer === undefined) return false;
  return store.replaceSecrets(endpoint, { secret: resealedSecret ?? secret, formerSecret: resealedFormer ?? former });
}

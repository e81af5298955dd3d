import type { FetchKeySet } from '@trading-platform/auth-core';
import type { GuardedHttp } from '@trading-platform/service/outbound';

/** The maximum time for which the server waits for the key set of a client, and the maximum length of the set. */
export const keySetLimits = { timeoutMs: 5_000, answerBytes: 16_384 } as const;

const headers = { accept: 'application/jwk-set+json, application/json' };

/** Reads the key sets of clients at addresses that the platform may call. */
export function fetchKeySetWith(http: GuardedHttp): FetchKeySet {
  return async (url) => {
    const { status, body, isWhole } = await http.send(url, { method: 'GET', headers });
    if (status !== 200) throw new Error(`has answered ${status}`);
    if (!isWhole) throw new Error(`has more than ${keySetLimits.answerBytes} bytes, or was cut`);
    return body.toString('utf8');
  };
}

import { signInForm } from '../harness/platform.mjs';
import { members } from '../market/records.mjs';
import { inParallel } from './calls.mjs';

/** @typedef {import('../harness/platform.mjs').Account} Account */

/**
 * Returns refresh tokens of one account, one for each connection to each process of the authentication server.
 *
 * @param {import('./units.mjs').Bench} bench
 * @param {number} connections
 */
export async function refreshTokens({ rig, market }, connections) {
  const account = await market.accountOf(members.orderer);
  const url = `${market.platform.authUrl}/api/credentials/access_token`;
  const tokens = await inParallel(2, Array.from({ length: rig.size.auth * connections }), async () => {
    const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(signInForm(account)) });
    return /** @type {{ refresh_token: string }} */ (await answer.json()).refresh_token;
  });
  return { account, tokens };
}

/**
 * @param {Account} account
 * @param {string} refreshToken
 */
export function reissueForm({ clientId, clientSecret }, refreshToken) {
  return {
    client_id: clientId,
    client_secret: clientSecret,
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
  };
}

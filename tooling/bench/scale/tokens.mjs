import { inParallel } from './calls.mjs';

/**
 * As many for each process of auth as there are connections to it.
 *
 * @param {import('./units.mjs').Bench} bench
 * @param {number} connections
 */
export async function refreshTokens({ rig, market }, connections) {
  const tokens = await inParallel(2, Array.from({ length: rig.size.auth * connections }), () => signIn(market));
  return tokens.map(({ refresh_token }) => refresh_token);
}

/**
 * @param {import('./market.mjs').ScaleMarket} market
 * @param {string} refreshToken
 */
export function reissueForm({ accounts: { orderer } }, refreshToken) {
  const { clientId, clientSecret } = orderer;
  return {
    client_id: clientId,
    client_secret: clientSecret,
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
  };
}

/** @param {import('./market.mjs').ScaleMarket} market */
export function signInForm({ accounts: { orderer } }) {
  const { userId, password, clientId, clientSecret } = orderer;
  return { user_id: userId, user_password: password, client_id: clientId, client_secret: clientSecret };
}

/** @param {import('./market.mjs').ScaleMarket} market */
async function signIn(market) {
  const url = `${market.platform.authUrl}/api/credentials/access_token`;
  const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(signInForm(market)) });
  return /** @type {{ refresh_token: string }} */ (await answer.json());
}

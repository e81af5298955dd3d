/**
 * Returns the environment variables with which `tp` and the SDK use an account.
 *
 * @param {import('../harness/platform.mjs').Platform} platform
 * @param {import('../harness/platform.mjs').Account} account
 * @returns {Record<string, string>}
 */
export function accountEnvironment(platform, account) {
  return {
    TRADING_PLATFORM_AUTH_URL: platform.authUrl,
    TRADING_PLATFORM_API_URL: platform.apiUrl,
    TRADING_PLATFORM_CLIENT_ID: account.clientId,
    TRADING_PLATFORM_CLIENT_SECRET: account.clientSecret,
    TRADING_PLATFORM_USER_ID: account.userId,
    TRADING_PLATFORM_PASSWORD: account.password,
  };
}

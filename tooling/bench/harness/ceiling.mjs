import { fileURLToPath } from 'node:url';
import { freePort } from '@trading-platform/bootstrap/free-port';

/**
 * Starts a bare `node:http` server in its own process. The server makes one call to the platform, and then answers
 * every request with the bytes of that answer.
 *
 * @param {import('./platform.mjs').Platform} platform
 * @param {{ method?: 'GET' | 'POST', url: string, headers: { authorization: string }, body?: string, name?: string }} call
 * @returns {Promise<string>} its address, with the path of the call
 */
export async function startCeiling(platform, { method = 'POST', url, headers, body = '', name = 'ceiling' }) {
  const port = String(await freePort());
  const origin = `http://127.0.0.1:${port}`;
  await platform.startBeside(fileURLToPath(new URL('ceiling-server.mjs', import.meta.url)), origin, {
    name,
    settings: {
      CEILING_PORT: port,
      CALL_METHOD: method,
      CALL_URL: url,
      CALL_AUTHORIZATION: headers.authorization,
      CALL_BODY: body,
    },
  });
  return origin + new URL(url).pathname;
}

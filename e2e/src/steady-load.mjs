/**
 * Calls auth and the data API through a proxy, again and again, until a file appears. A failed call is not repeated.
 * Prints the number of calls, and the calls that failed.
 *
 *   node steady-load.mjs PORT CLIENT-ID CLIENT-SECRET USER PASSWORD STOP-FILE
 */
import { existsSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

const [port = '', client_id = '', client_secret = '', user_id = '', user_password = '', stopFile = ''] =
  process.argv.slice(2);
const agent = new Agent({ keepAlive: true });
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const callers = 3;
const callsPerToken = 10;
const pauseMs = 200;
/** @type {string[]} */
const failures = [];
let calls = 0;

/**
 * @param {string} name
 * @param {string} path
 * @param {Record<string, string>} headers
 * @param {string} body
 */
async function send(name, path, headers, body) {
  calls++;
  try {
    const answer = await new Promise((resolve, reject) => {
      const host = `${name}.example.com:${port}`;
      const options = { host: '127.0.0.1', port, path, method: 'POST', agent, headers: { host, ...headers } };
      request(options, resolve).on('error', reject).end(body);
    });
    const whole = await text(answer);
    if (answer.statusCode !== 200) failures.push(`${path}: ${answer.statusCode} ${whole}`);
    return answer.statusCode === 200 ? JSON.parse(whole) : undefined;
  } catch (error) {
    failures.push(`${path}: ${String(error)}`);
    return undefined;
  }
}

async function call() {
  /** @type {{ access_token: string, refresh_token: string } | undefined} */
  let tokens;
  while (!existsSync(stopFile)) {
    const first = { user_id, user_password, client_id, client_secret };
    const next = { grant_type: 'refresh_token', refresh_token: tokens?.refresh_token ?? '', client_id, client_secret };
    const [path, fields] =
      tokens === undefined ? ['/api/credentials/access_token', first] : ['/idp/oauth2/access_token?realm=/api', next];
    // After a lost call, the next turn of the loop uses the same token again.
    tokens = (await send('auth', path, form, String(new URLSearchParams(fields)))) ?? tokens;
    for (let n = 0; n < callsPerToken && !existsSync(stopFile); n++) {
      if (tokens === undefined) break;
      const headers = { authorization: `Bearer ${tokens.access_token}`, 'content-type': 'application/json' };
      await send('api', '/ordApi/order/partner/list', headers, '{}');
      await sleep(pauseMs);
    }
    await sleep(pauseMs);
  }
}

await Promise.all(Array.from({ length: callers }, call));
agent.destroy();
process.stdout.write(JSON.stringify({ calls, failures }));

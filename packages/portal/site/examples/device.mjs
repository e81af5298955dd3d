// Shows the code of this device, waits until its user has allowed it in a browser, and prints the token record.
import { setTimeout as sleep } from 'node:timers/promises';

const { AUTH_URL, CLIENT_ID, CLIENT_SECRET } = process.env;

const { status, body: device } = await post('device_authorization', {});
if (status !== 200) throw new Error(`The server refuses: ${JSON.stringify(device)}`);
console.error(`Open ${device.verification_uri} and enter ${device.user_code}`);

let seconds = device.interval;
let answer;
do {
  await sleep(seconds * 1_000);
  answer = await post('access_token', {
    grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    device_code: device.device_code,
  });
  if (answer.body.error === 'slow_down') seconds += 5;
} while (answer.body.error === 'authorization_pending' || answer.body.error === 'slow_down');
if (answer.status !== 200) throw new Error(`The server refuses: ${JSON.stringify(answer.body)}`);
console.log(JSON.stringify(answer.body));

async function post(path, fields) {
  const response = await fetch(`${AUTH_URL}/idp/oauth2/${path}?realm=/api`, {
    method: 'POST',
    body: new URLSearchParams({ ...fields, client_id: CLIENT_ID, client_secret: CLIENT_SECRET }),
    signal: AbortSignal.timeout(30_000),
  });
  return { status: response.status, body: await response.json() };
}

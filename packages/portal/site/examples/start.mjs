// Downloads master records to master.json.
import { writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

const { AUTH_URL, API_URL, CLIENT_ID, CLIENT_SECRET, USER_ID, USER_PASSWORD } = process.env;

// 1. A token.
const { access_token } = await send(`${AUTH_URL}/api/credentials/access_token`, {
  body: new URLSearchParams({
    user_id: USER_ID,
    user_password: USER_PASSWORD,
    client_id: CLIENT_ID,
    client_secret: CLIENT_SECRET,
  }),
});

// 2. Request a batch.
const { batch_id } = await call('request', {});

// 3. Wait until it has finished: 1 is waiting, 2 is processing.
let state = await call('check', { batch_id });
for (let tries = 1; state.batch_flg === '1' || state.batch_flg === '2'; tries += 1) {
  if (tries === 10) throw new Error(`Batch ${batch_id} does not finish`);
  await sleep(1_000);
  state = await call('check', { batch_id });
}
if (state.batch_flg !== '3') throw new Error(`The batch has no records: ${JSON.stringify(state)}`);

// 4. Get its records.
const { master } = await call('get', { batch_id, seq_from: '1', seq_to: state.record_count });
await writeFile('master.json', JSON.stringify(master));
console.log(`${master.length} records are in master.json`);

async function call(step, body) {
  return send(`${API_URL}/master/download/buy/${step}`, {
    body: JSON.stringify(body),
    headers: { Authorization: `Bearer ${access_token}`, 'Content-Type': 'application/json', Prefer: 'wait=30' },
  });
}

async function send(url, options) {
  const answer = await fetch(url, { method: 'POST', signal: AbortSignal.timeout(120_000), ...options });
  if (!answer.ok) throw new Error(`${url} answers ${answer.status}: ${await answer.text()}`);
  return answer.json();
}

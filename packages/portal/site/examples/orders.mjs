// Sends the orders in ORDERS_FILE, and prints what became of each.
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

const { API_URL, ACCESS_TOKEN, ORDERS_FILE } = process.env;

const { batch_id } = await call('request', JSON.parse(await readFile(ORDERS_FILE, 'utf8')));
const state = await waitForEnd(batch_id);
if (state.batch_flg !== '3') throw new Error(`The upload has failed: ${JSON.stringify(state)}`);

const { result_list } = await call('get', { batch_id, seq_from: '1', seq_to: state.record_count });
for (const { upload_no, result, check_number, error_list } of result_list) {
  const reasons = error_list.map(({ error_item, error_detail }) => `${error_item}: ${error_detail}`);
  console.log(upload_no, result === '0' ? `taken as ${check_number}` : `refused: ${reasons.join(' ')}`);
}
if (state.error_count !== '0') throw new Error(`${state.error_count} of ${state.record_count} orders were refused`);

async function waitForEnd(batchId) {
  for (let tries = 0; tries < 10; tries += 1) {
    const checked = await call('check', { batch_id: batchId });
    if (checked.batch_flg !== '1' && checked.batch_flg !== '2') return checked;
    await sleep(1_000);
  }
  throw new Error(`Upload ${batchId} does not finish`);
}

async function call(step, body) {
  const answer = await fetch(`${API_URL}/order/upload/${step}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { Authorization: `Bearer ${ACCESS_TOKEN}`, 'Content-Type': 'application/json', Prefer: 'wait=30' },
    signal: AbortSignal.timeout(120_000),
  });
  if (!answer.ok) throw new Error(`${step} answers ${answer.status}: ${await answer.text()}`);
  return answer.json();
}

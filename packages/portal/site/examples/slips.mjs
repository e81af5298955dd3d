// Takes the slips that this system has not taken yet into slips.json, then acknowledges them.
import { writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

const { API_URL, ACCESS_TOKEN } = process.env;

const { batch_id } = await call('trade/download/request', {
  target_date_set: '0',
  target_date_from: '2020-01-01',
  target_date_to: '2039-12-31',
  not_downloaded_flg: '1',
});
const state = await waitForEnd(batch_id);
if (state.batch_flg === '0') {
  console.log('Nothing new');
} else if (state.batch_flg === '3') {
  const range = { seq_from: '1', seq_to: state.record_count };
  const { trade } = await call('trade/download/get', { batch_id, ...range });
  await writeFile('slips.json', JSON.stringify(trade));
  // The slips are safe here now, so they may count as taken.
  await call(`batches/${batch_id}/delivered`, range);
  console.log(`${trade.length} slips are in slips.json`);
} else {
  throw new Error(`The batch has no records: ${JSON.stringify(state)}`);
}

async function waitForEnd(batchId) {
  for (let tries = 0; tries < 10; tries += 1) {
    const checked = await call('trade/download/check', { batch_id: batchId });
    if (checked.batch_flg !== '1' && checked.batch_flg !== '2') return checked;
    await sleep(1_000);
  }
  throw new Error(`Batch ${batchId} does not finish`);
}

async function call(path, body) {
  const answer = await fetch(`${API_URL}/${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: {
      Authorization: `Bearer ${ACCESS_TOKEN}`,
      'Content-Type': 'application/json',
      Prefer: 'wait=30, delivery=acknowledged',
    },
    signal: AbortSignal.timeout(120_000),
  });
  if (!answer.ok) throw new Error(`${path} answers ${answer.status}: ${await answer.text()}`);
  return answer.json();
}

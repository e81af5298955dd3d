import { post } from './post.mjs';

const headers = { prefer: 'wait=30' };

/**
 * Requests a batch or uploads orders, and waits until the batch has ended.
 *
 * @param {{ readonly url: string, readonly token: string, readonly body: object }} call without the step
 * @returns {Promise<{ batchId: string, count: number }>}
 * @throws {Error} if the batch has failed
 */
export async function requestAndWait({ url, token, body }) {
  let state = await post(`${url}/request`, { token, body, headers });
  const { batch_id } = state;
  while (state.batch_flg === undefined || state.batch_flg === '1' || state.batch_flg === '2') {
    state = await post(`${url}/check`, { token, body: { batch_id }, headers });
  }
  if (state.batch_flg !== '3' || Number(state.error_count ?? 0) > 0) {
    throw new Error(`${url}: ${JSON.stringify(state)}`);
  }
  return { batchId: String(batch_id), count: Number(state.record_count) };
}

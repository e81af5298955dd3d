import { requestAndWait } from '../harness/batches.mjs';
import { post } from '../harness/post.mjs';
import { members } from '../market/records.mjs';

/**
 * Uploads orders, and returns the call by which the seller ships them. The seller changes the quantity of some lines of
 * each order.
 *
 * @param {import('../market/market.mjs').Market} market
 * @param {ReturnType<typeof import('../market/records.mjs').uploadOf>} orders
 * @param {{ seller: string, changedLines: number }} shipment
 */
export async function shipOrders(market, orders, { seller, changedLines }) {
  const url = `${market.platform.orderUrl}/order/upload`;
  const token = await market.tokenOf(members.orderer);
  const { batchId, count } = await requestAndWait({ url, token, body: { order_list: orders } });
  const range = { batch_id: batchId, seq_from: '1', seq_to: String(count) };
  const { result_list } = await post(`${url}/get`, { token, body: range });
  const slip_list = /** @type {{ upload_no: string, trade_id: string, version: string }[]} */ (result_list).map(
    ({ upload_no, trade_id, version }) => ({
      update_no: upload_no,
      trade_id,
      version,
      action: 'ship',
      detail_list: Array.from({ length: changedLines }, (_, line) => ({
        trade_prod_id: `${trade_id}${String(line + 1).padStart(3, '0')}`,
        prod_lot_qty: '1',
      })),
    }),
  );
  return {
    url: `${market.platform.orderUrl}/trade/update`,
    token: await market.tokenOf(seller),
    body: { slip_list },
  };
}

// Sends the orders in ORDERS_FILE, with the SDK, and prints what became of each.
import { readFile } from 'node:fs/promises';
import { PlatformClient } from '@trading-platform/client';

const client = PlatformClient.fromEnv();
const { order_list } = JSON.parse(await readFile(process.env.ORDERS_FILE, 'utf8'));
const results = await client.orders.upload(order_list, { batchTimeoutSeconds: 30 });
for (const { upload_no, result, check_number, error_list } of results) {
  const reasons = error_list.map(({ error_item, error_detail }) => `${error_item}: ${error_detail}`);
  console.log(upload_no, result === '0' ? `taken as ${check_number}` : `refused: ${reasons.join(' ')}`);
}
const refused = results.filter(({ result }) => result !== '0');
if (refused.length > 0) throw new Error(`${refused.length} of ${results.length} orders were refused`);

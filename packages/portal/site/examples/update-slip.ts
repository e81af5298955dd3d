// Does ACTION to the slip TRADE_ID, as it is now, and prints what became of it.
import { PlatformClient } from '@trading-platform/client';

const { TRADE_ID: trade_id = '', ACTION: action = '', UPDATE_NO: update_no = '' } = process.env;
const client = PlatformClient.fromEnv();

// The version is that of the slip on which the decision is based.
const { version, actions } = await client.trades.get(trade_id);
if (!actions.includes(action)) throw new Error(`${action} is not possible now; possible are: ${actions.join(', ')}`);

// If the update is sent again with this update_no, it is answered as before.
const update = { update_no, trade_id, version, action };
const [outcome] = await client.orders.update([update], { batchTimeoutSeconds: 30 });
if (outcome?.result !== '0') throw new Error(`${action} was refused: ${JSON.stringify(outcome?.error_list)}`);
console.log(`${trade_id} has the status ${outcome.status_code}`);

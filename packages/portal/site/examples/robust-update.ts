// Does ACTION to the slip TRADE_ID, also if answers are lost and the other side changes the slip at the same time.
import { PlatformClient } from '@trading-platform/client';

const mostTries = 5;
const { TRADE_ID: trade_id = '', ACTION: action = '', UPDATE_NO: update_no = '' } = process.env;
const client = PlatformClient.fromEnv();
console.log(`${trade_id} has the status ${await decide()}`);

async function decide(tries = 1): Promise<string> {
  // Each decision needs the present slip: after a change, the decision may be different.
  const { version, actions } = await client.trades.get(trade_id);
  if (!actions.includes(action)) throw new Error(`${action} is not possible now; possible are: ${actions.join(', ')}`);
  // If the answer is lost, the SDK sends the same request again, and gets the same batch.
  const [outcome] = await client.orders.update([{ update_no, trade_id, version, action }]);
  if (outcome?.result === '0') return outcome.status_code;
  // E000013: the other side was faster. A refused update does not use up its update_no.
  const isOutdated = outcome?.error_list.some(({ error_code }) => error_code === 'E000013');
  if (!isOutdated || tries === mostTries) throw new Error(`Refused: ${JSON.stringify(outcome?.error_list)}`);
  return decide(tries + 1);
}

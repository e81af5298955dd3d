// Takes the slips that this system has not taken yet into slips.json, with the SDK, then acknowledges them.
import { writeFile } from 'node:fs/promises';
import { PlatformClient } from '@trading-platform/client';

const client = PlatformClient.fromEnv();
const notTaken = {
  target_date_set: '0',
  target_date_from: '2020-01-01',
  target_date_to: '2039-12-31',
  not_downloaded_flg: '1',
};
const download = client.trade.download(notTaken, { acknowledge: 'by-caller', batchTimeoutSeconds: 30 });
const slips = await download.toArray();
if (slips.length === 0) {
  console.log('Nothing new');
} else {
  await writeFile('slips.json', JSON.stringify(slips));
  // The slips are safe here now, so they may count as taken.
  await download.acknowledge();
  console.log(`${slips.length} slips are in slips.json`);
}

// Prints all master records that the caller may see, one per line as JSON, even if connections, tokens or batches fail.
import { PlatformClient } from '@trading-platform/client';

const mostTries = 3;
const client = PlatformClient.fromEnv();
const records = await downloadAll();
for (const record of records) process.stdout.write(`${JSON.stringify(record)}\n`);

async function downloadAll(tries = 1) {
  try {
    return await client.master.download({}).toArray();
  } catch (error) {
    // E000009: the batch has ended before its last record came. Records of two batches are never mixed.
    if (error.errorCode !== 'E000009' || tries === mostTries) throw error;
    return downloadAll(tries + 1);
  }
}

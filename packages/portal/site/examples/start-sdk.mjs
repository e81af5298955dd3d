// Downloads all master records that the caller may see, with the SDK, into master.json.
import { writeFile } from 'node:fs/promises';
import { PlatformClient } from '@trading-platform/client';

const client = PlatformClient.fromEnv();
const records = await client.master.download({}, { batchTimeoutSeconds: 30 }).toArray();
await writeFile('master.json', JSON.stringify(records));
console.log(`${records.length} records are in master.json`);

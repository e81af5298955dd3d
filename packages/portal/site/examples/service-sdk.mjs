// Downloads the slips of a week with the SDK, as a service account.
import { PlatformClient } from '@trading-platform/client';

const client = PlatformClient.fromEnv({ clientCredentials: true });
const week = { target_date_set: '2', target_date_from: '2026-11-01', target_date_to: '2026-11-07' };
const slips = await client.trade.download(week, { batchTimeoutSeconds: 30 }).toArray();
console.log(`${slips.length} slips, and nobody had to sign in`);

import { setTimeout as sleep } from 'node:timers/promises';
import { FakePlatform } from '@trading-platform/client/testing';
import { CallerFolder } from './caller-folder.js';

/**
 * Starts a platform whose get calls are slow, and returns it with a caller's folder. The downloads last long enough to
 * be disturbed at any point.
 */
export async function slowPlatform(recordCount: number, msPerGet: number) {
  const platform = new FakePlatform();
  platform.recordCount = recordCount;
  platform.states = [];
  platform.beforeAnswer = ({ path }) => (path.endsWith('/get') ? sleep(msPerGet) : undefined);
  const url = await platform.start();
  const credentials = { clientId: 'erp', clientSecret: 'secret', userId: 'tanaka', password: 'correct horse' };
  const place = await CallerFolder.make({ authUrl: url, apiUrl: url }, credentials);
  return { platform, place };
}

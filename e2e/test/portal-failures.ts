import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Failing, FailingService } from '../src/failing-service.js';
import { examples, installTp, ofEachProgram, runExample } from '../src/portal-examples.js';

/** The variables that the pages name, except the addresses and the file of orders. */
const variableNames = [
  'CLIENT_ID',
  'CLIENT_SECRET',
  'USER_ID',
  'USER_PASSWORD',
  'ACCESS_TOKEN',
  'REFRESH_TOKEN',
  'CODE',
  'CODE_VERIFIER',
  'REDIRECT_URI',
  'BUYER',
  'SELLER',
  'STORE',
  'PRODUCT',
  'TRADE_ID',
  'ACTION',
  'UPDATE_NO',
  'TRADING_PLATFORM_CLIENT_ID',
  'TRADING_PLATFORM_CLIENT_SECRET',
  'TRADING_PLATFORM_USER_ID',
  'TRADING_PLATFORM_PASSWORD',
];

const ofBatches = ['start', 'slips', 'orders'].flatMap(ofEachProgram);
/** The scripts for shell completion need no platform, and receivers call nobody. */
const ofPlatform = examples.filter((name) => name !== 'tp-completion.sh' && !name.startsWith('receive-'));
const failures: readonly (readonly [Failing, readonly string[]])[] = [
  ['refuses', ofPlatform],
  ['breaks off', ofPlatform],
  ['fails', [...ofBatches, 'tp-download.sh', 'tp-slips.sh', 'tp-orders.sh', 'tp-sync.sh']],
  ['never ends', ofBatches],
];

/** Returns for each example whether it reported an error and ended with an error code. */
async function runAllWhereIt(failing: Failing, names: readonly string[], folder: string): Promise<unknown[]> {
  const service = await FailingService.start(failing);
  const { url } = service;
  const place = join(folder, failing);
  const user = { client_id: 'x', client_secret: 'x', user_id: 'x', user_password: 'x' };
  const addresses = { auth_url: url, api_url: url };
  const nightly = { ...addresses, client_id: 'x', client_secret: 'x', client_credentials: true };
  await installTp(place, { ...user, ...addresses }, undefined, nightly);
  const ordersFile = join(place, 'data', 'demo-orders.json');
  await writeFile(ordersFile, '{"order_list":[{"upload_no":"1"}]}');
  const variables = Object.fromEntries(variableNames.map((name) => [name, 'x']));
  const ofSdk = { TRADING_PLATFORM_AUTH_URL: url, TRADING_PLATFORM_API_URL: url };
  const known = { ...variables, ...ofSdk, AUTH_URL: url, API_URL: url, ORDERS_FILE: ordersFile };
  const results = await Promise.all(
    names.map(async (name) => {
      const { code, errors } = await runExample(name, place, known);
      return [failing, name, code !== 0 && code !== null, errors !== ''];
    }),
  );
  await service.stop();
  return results;
}

/**
 * Returns each kind of failure with the examples that meet it. With `isOnce`, every ninth example meets one kind of
 * failure. Examples of `tp` then meet none, because the tests of `tp` check its errors and exit codes.
 */
function triedOf(isOnce: boolean): readonly (readonly [Failing, readonly string[]])[] {
  return failures.map(([failing, names]) => [
    failing,
    names.filter((name) => {
      if (!isOnce) return true;
      const place = examples.indexOf(name);
      const met = failures.filter(([, each]) => each.includes(name)).map(([each]) => each);
      return !name.startsWith('tp-') && place % 9 === 0 && met[place % met.length] === failing;
    }),
  ]);
}

/**
 * The examples of the portal with a failing service. These tests run at the same time as all other tests of the file,
 * because they mostly wait.
 *
 * @param times whether examples are tried with one kind of failure or with all kinds
 */
export function describePortalFailures(times: 'once' | 'with all'): void {
  const tried = triedOf(times === 'once');
  let folder: string;
  let results: Promise<readonly unknown[]>;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'trading-platform-failures-'));
    results = Promise.all(tried.map(([failing, names]) => runAllWhereIt(failing, names, folder))).then((all) =>
      all.flat(),
    );
  });

  afterAll(() => rm(folder, { recursive: true, force: true }));

  describe('examples of the portal with a failing service', () => {
    it('end soon with an error, no matter which service fails', async () => {
      const expected = tried.flatMap(([failing, names]) => names.map((name) => [failing, name, true, true]));
      expect(await results).toEqual(expected);
    });
  });
}

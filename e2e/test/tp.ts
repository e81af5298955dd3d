import { generateKeyPairSync } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { afterAll, describe, expect } from '@jest/globals';
import { freePort } from '@trading-platform/bootstrap/free-port';
import { launchBrowser } from '@trading-platform/browser/launch-browser';
import { SandboxFront } from '@trading-platform/sandbox';
import type { ApiCaller } from '../src/api-caller.js';
import { AuthorizationVisitor } from '../src/browser/authorization-visitor.js';
import { CallerFolder } from '../src/caller-folder.js';
import type { DemoMarket } from '../src/demo-market.js';
import type { DescribeFlow } from '../src/describe-platform.js';
import { KilledCaller } from '../src/killed-caller.js';
import type { Platform } from '../src/platform.js';

/** The kinds of records that a market must have for these tests. */
export const marketKinds = ['members', 'master', 'delivery-places'];

/** Returns records without the fields that differ between batches. */
function content(lines: string): string[] {
  return lines
    .trimEnd()
    .split('\n')
    .map((line) => line.replace(/"batch_id":"\d+",/, '').replace(/"create_date":"[^"]*",/, ''));
}

/**
 * Tests `tp` on a platform with a market of `marketKinds`. `callers.ts` has killed downloads of slips.
 *
 * @param isWhole whether downloads are also killed and disturbed, and a user signs in with a browser
 */
export function describeTp(
  flow: DescribeFlow,
  platform: () => Platform,
  loaded: () => DemoMarket,
  isWhole: boolean,
): void {
  describe('tp', () => {
    let market: DemoMarket;
    let caller: ApiCaller;
    let place: CallerFolder;
    afterAll(() => place?.remove());
    /** Returns all master records from one download without disturbance. */
    let whole: string[];
    const as = ['--credentials', 'caller.json'];
    const master = () => ['download', 'master', ...as, '--member-group-code', market.memberGroups.join(',')];

    flow('a caller has credentials', async () => {
      market = loaded();
      caller = await platform().caller(market.headOffice);
      place = await CallerFolder.make(caller.addresses, caller.credentials);
      expect(await place.tp(...master(), '--out', 'whole.ndjson')).toMatchObject({ code: 0 });
      whole = content(await place.read('whole.ndjson'));
      expect(whole.length).toBeGreaterThan(100);
    });

    flow('the same records come in every format', async () => {
      expect((await place.tp(...master())).output.trimEnd().split('\n')).toHaveLength(whole.length);
      for (const out of ['m.ndjson.gz', 'm.json', 'm.parquet', 'm.csv.gz']) {
        const table = out.includes('.csv') ? ['--table', 'header'] : [];
        expect(await place.tp(...master(), ...table, '--out', out)).toMatchObject({ code: 0, errors: '' });
      }
      expect(content(gunzipSync(await readFile(place.path('m.ndjson.gz'))).toString())).toEqual(whole);
      const array = JSON.parse(await place.read('m.json')) as object[];
      expect(content(array.map((record) => JSON.stringify(record)).join('\n'))).toEqual(whole);
      const rows = gunzipSync(await readFile(place.path('m.csv.gz')))
        .toString()
        .trimEnd()
        .split('\r\n');
      expect(rows).toHaveLength(whole.length + 1);
      expect((await readFile(place.path('m.parquet'))).subarray(0, 4).toString()).toBe('PAR1');
    });

    if (isWhole) {
      flow('a repeatedly killed download loses and repeats no record', async () => {
        const killed = await KilledCaller.make(caller);
        const args = [...master(), '--records-per-get', '10', '--out', 'killed.ndjson'];
        for (const get of [1, 12]) expect((await killed.killedAtGet(get, args)).code).toBeNull();
        expect(await killed.place.tp(...args)).toMatchObject({ code: 0 });
        expect(content(await killed.place.read('killed.ndjson'))).toEqual(whole);
        await killed.remove();
      });

      flow('a connection that breaks at every second call loses and repeats no record', async () => {
        const front = await SandboxFront.start(caller.addresses);
        const behind = await CallerFolder.make(front.addresses('worn-line'), caller.credentials);
        try {
          expect(await behind.tp(...master(), '--records-per-get', '30', '--out', 'm.ndjson')).toMatchObject({
            code: 0,
          });
          expect(content(await behind.read('m.ndjson'))).toEqual(whole);
          expect(Object.keys(front.run('worn-line')?.actions ?? {}).length).toBeGreaterThan(4);
        } finally {
          await behind.remove();
          await front.stop();
        }
      });
    }

    if (isWhole) {
      flow('after a sign-in in the browser, further commands need no credentials', async () => {
        const redirectUri = `http://localhost:${await freePort()}/callback`;
        const made = await platform().operate<{ client_id: string; client_secret: string }>([
          'client',
          'create',
          '--name',
          'Command line',
          '--redirect-uri',
          redirectUri,
        ]);
        const own = await CallerFolder.make(caller.addresses, {
          ...caller.credentials,
          clientId: made.client_id,
          clientSecret: made.client_secret,
        });
        const browser = await launchBrowser();
        try {
          const { child, ended } = own.start(['login', ...as, '--browser', '--redirect-uri', redirectUri]);
          const page = await new Promise<string>((resolve) => {
            let said = '';
            child.stderr?.on('data', (chunk: Buffer) => {
              said += chunk.toString();
              const url = /http:\S+\/oauth2\/authorize\S+/.exec(said)?.[0];
              if (url !== undefined) resolve(url);
            });
          });
          const visitor = await AuthorizationVisitor.arrive(browser);
          await visitor.open(page);
          await visitor.fill(caller.credentials.userId, caller.credentials.password);
          await visitor.page.getByRole('button', { name: visitor.labels.signIn }).click();
          await visitor.page.getByText('The command line goes on').waitFor();
          await visitor.leave();
          expect(await ended).toMatchObject({
            code: 0,
            output: expect.stringContaining(`member ${market.headOffice}`),
          });
          expect(await own.tp('whoami')).toMatchObject({ code: 0, output: expect.stringContaining(market.headOffice) });
          expect(await own.tp('doctor')).toMatchObject({ code: 0, output: expect.not.stringContaining('!!') });
          expect(await own.tp('logout', '--forget')).toMatchObject({ code: 0 });
          expect((await own.tp('partners')).code).toBe(2);
        } finally {
          await browser.close();
          await own.remove();
        }
      });
    }

    flow('a service account signs in with its key, which stays in its file', async () => {
      const create = ['client', 'create', '--name', 'Signing', '--member-code', market.headOffice];
      const made = await platform().operate<{ client_id: string }>(create);
      const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const write = (name: string, key: object) => writeFile(place.path(name), JSON.stringify(key));
      await write('key.json', { ...privateKey.export({ format: 'jwk' }), kid: 'one' });
      await write('public.json', { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'one' }] });
      const keys = ['client', 'keys', '--client-id', made.client_id, '--jwks', place.path('public.json'), '--required'];
      await platform().operate(keys);
      const { authUrl, apiUrl } = caller.addresses;
      const at = ['--auth-url', authUrl, '--api-url', apiUrl, '--client-id', made.client_id];
      const profile = ['--profile', 'signing'];
      const login = await place.tp('login', ...profile, ...at, '--client-key', 'key.json', '--client-credentials');
      expect(login).toMatchObject({ code: 0, output: expect.stringContaining(`member ${market.headOffice}`) });
      expect(await place.tp('partners', ...profile)).toMatchObject({ code: 0 });
      expect(await place.tp('logout', ...profile)).toMatchObject({ code: 0 });
      const saved = await place.read('config/profiles.json');
      expect(JSON.parse(saved)).toMatchObject({ signing: { client_key_file: place.path('key.json') } });
      expect(saved).not.toContain(privateKey.export({ format: 'jwk' }).d);
    });

    flow('batches, lists and lookups answer', async () => {
      const list = JSON.parse((await place.tp('batch', 'list', ...as, '--json')).output) as {
        batch_id: string;
        function: string;
      }[];
      const batch = list.find(({ function: name }) => name === 'master')?.batch_id ?? '';
      expect(await place.tp('batch', 'wait', batch, ...as)).toMatchObject({ code: 0 });
      expect(content((await place.tp('batch', 'get', batch, ...as)).output)).toEqual(whole);
      expect((await place.tp('batch', 'show', batch, ...as)).output).toContain(`record_count      ${whole.length}`);
      expect(await place.tp('batch', 'cancel', batch, ...as)).toMatchObject({ code: 0 });
      expect(await place.tp('batch', 'show', batch, ...as)).toMatchObject({
        code: 1,
        errors: expect.stringContaining('E000009'),
      });
      for (const name of ['partners', 'products', 'places']) {
        const records = JSON.parse((await place.tp(name, ...as, '--most', '3', '--json')).output) as object[];
        expect(records.length).toBeGreaterThan(0);
      }
      const products = JSON.parse((await place.tp('products', ...as, '--most', '1', '--json')).output) as {
        catalog_id: string;
      }[];
      const catalogId = products[0]?.catalog_id ?? '';
      const lookup = ['delivery-date', ...as, '--member-code-partner', '50000000', catalogId, '--json'];
      expect(JSON.parse((await place.tp(...lookup)).output)).toEqual([
        expect.objectContaining({ catalog_id: catalogId }),
      ]);
    });
  });
}

import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { rights } from '@trading-platform/domain-types';
import { rightMeanings } from '@trading-platform/domain-types/meanings';
import { withInserts } from '@trading-platform/portal/inserts';
import { allowOnPage } from '../src/console-visitor.js';
import { type DemoMarket, loadDemoMarket, loadedRecords } from '../src/demo-market.js';
import { Platform } from '../src/platform.js';
import {
  examples,
  ofEachLanguage,
  ofEachProgram,
  pageSources,
  programLanguages,
  runExample,
  variablesOf,
} from '../src/portal-examples.js';
import { describeConversation } from './conversation-examples.js';
import { describeDevices } from './device-examples.js';
import { describeMirrors } from './mirror-examples.js';
import { describeTpDocuments } from './tp-documents.js';

const kinds = ['members', 'master', 'trade', 'fc-prices', 'delivery-places'];

interface Product {
  readonly member_code: string;
  readonly member_code_partner: string;
  readonly catalog: readonly { readonly catalog_id: string }[];
}

interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
}

let platform: Platform;
let market: DemoMarket;
let folder: string;
let account: Readonly<Record<string, string>>;

/** Runs an example with the account and additional variables. The example must succeed. */
async function succeed(name: string, more: Readonly<Record<string, string>> = {}): Promise<string> {
  const { code, output, errors } = await runExample(name, folder, { ...account, ...more });
  expect([name, code, errors]).toEqual([name, 0, '']);
  return output;
}

async function tokens(name = 'token.mjs', more: Readonly<Record<string, string>> = {}): Promise<Tokens> {
  return JSON.parse(await succeed(name, more)) as Tokens;
}

let nightly: Promise<{ readonly client_id: string; readonly client_secret: string }> | undefined;

/** One service account for all examples that need one, with the rights that its page names. */
function serviceAccount() {
  const [, names = ''] = /--member-code \d+ --rights (\S+)/.exec(pageSources().get('authentication.md') ?? '') ?? [];
  const options = ['--name', 'Nightly', '--member-code', market.headOffice, '--rights', names];
  nightly ??= platform.operate(['client', 'create', ...options]);
  return nightly;
}

/** Runs an example as the service account, which must succeed. */
async function asService(name: string): Promise<string> {
  const { client_id: clientId, client_secret: clientSecret } = await serviceAccount();
  return succeed(name, {
    USER_ID: '',
    USER_PASSWORD: '',
    CLIENT_ID: clientId,
    CLIENT_SECRET: clientSecret,
    TRADING_PLATFORM_CLIENT_ID: clientId,
    TRADING_PLATFORM_CLIENT_SECRET: clientSecret,
  });
}

let accessToken: Promise<string> | undefined;

/** One token for all examples that need a token. */
async function withToken(): Promise<Readonly<Record<string, string>>> {
  accessToken ??= tokens().then(({ access_token }) => access_token);
  return { ACCESS_TOKEN: await accessToken };
}

async function productOf(memberCode: string): Promise<Product> {
  const products = await loadedRecords<Product>(market, 'master');
  const found = products.find((each) => each.member_code === memberCode && each.catalog.length > 0);
  if (found === undefined) throw new Error(`${memberCode} has no product`);
  return found;
}

/**
 * Tests the examples of the portal on a platform with a small market.
 *
 * @param isWhole whether each example runs in all of its languages. Otherwise it runs in the shell, and receivers of
 *   events run without the sandbox.
 */
export function describePortalExamples(isWhole: boolean): void {
  const some = (names: readonly string[]) => (isWhole ? names : names.slice(0, 1));

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'trading-platform-examples-'));
    const settings = { EVENT_ADDRESSES: '127.0.0.0/8', EVENT_ALLOW_HTTP: '1', DEVICE_FLOW: 'true' };
    platform = await Platform.start({ database: 'sqlite', settings });
    // The README of `tp` names products of the small market.
    market = await loadDemoMarket(platform, kinds, 'small', ['--trade', '600']);
    account = variablesOf(await platform.caller(market.headOffice));
  }, 300_000);

  afterAll(async () => {
    await platform.stop();
    await rm(folder, { recursive: true, force: true });
  });

  describe('pages of the portal', () => {
    it('show every example, in each language of the guide, and no other program', () => {
      const english = new Set<string>();
      const japanese = new Set<string>();
      for (const [page, source] of pageSources()) {
        const shown = [...source.matchAll(/^<<< @\/examples\/(\S+?\.\w+)/gm)].map(([, name]) => name ?? '');
        for (const name of shown) (page.startsWith('ja') ? japanese : english).add(name);
        const fences = [...source.matchAll(/^```(\w*)/gm)]
          .map(([, language]) => language)
          .filter((each) => each !== '');
        expect([page, fences.filter((each) => each !== 'json' && each !== 'text')]).toEqual([page, []]);
      }
      expect([...english].toSorted()).toEqual(examples);
      expect([...japanese].toSorted()).toEqual(examples);
    });
  });

  describe('examples of the portal', () => {
    it.each(some(ofEachProgram('start')))('%s downloads what the caller may see', async (name) => {
      expect(await succeed(name)).toMatch(/^\d+ records are in master\.json\n$/);
      const content = JSON.parse(await readFile(join(folder, 'master.json'), 'utf8')) as
        | { master?: unknown[] }
        | unknown[];
      const records = Array.isArray(content) ? content : content.master;
      expect(records?.length).toBeGreaterThan(0);
    });

    it.each(some(programLanguages))(
      'token and reissue (%s) give tokens that work, and the same pair again',
      async (language) => {
        const first = await tokens(`token.${language}`);
        const second = await tokens(`reissue.${language}`, { REFRESH_TOKEN: first.refresh_token });
        expect(second.refresh_token).not.toBe(first.refresh_token);
        expect((await tokens(`reissue.${language}`, { REFRESH_TOKEN: first.refresh_token })).refresh_token).toBe(
          second.refresh_token,
        );
      },
    );

    it.each(some(ofEachLanguage('service')))('%s prints the token of a service account', async (name) => {
      const { access_token: token, ...others } = JSON.parse(await asService(name)) as Tokens;
      expect(Object.keys(others)).toEqual(['scope', 'exires_in', 'token_type', 'expires_in']);
      const headers = { authorization: `Bearer ${token}` };
      expect((await fetch(`${account['API_URL']}/batches`, { headers })).status).toBe(200);
    });

    if (isWhole) {
      it('service-sdk.mjs downloads as a service account', async () => {
        expect(await asService('service-sdk.mjs')).toMatch(/^\d+ slips, and nobody had to sign in\n$/);
      });
    }

    it('slips gets each slip once, whichever program asks', async () => {
      const variables = await withToken();
      const printed: string[] = [];
      const [first = '', ...others] = ofEachProgram('slips');
      for (const name of [first, ...(isWhole ? others : others.slice(-1))])
        printed.push(await succeed(name, variables));
      expect(printed).toEqual([
        expect.stringMatching(/^\d+ slips are in slips\.json\n$/),
        ...printed.slice(1).map(() => 'Nothing new\n'),
      ]);
    });

    it.each(some(ofEachProgram('orders')))(
      '%s sends orders, and ends with an error where one is refused',
      async (name) => {
        const { member_code, member_code_partner, catalog } = await productOf(market.headOffice);
        const order = (uploadNo: string, catalogId = '') => ({
          upload_no: uploadNo,
          member_code_self: member_code,
          member_code_partner,
          hope_delivery_date: new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10),
          send_flg: '0',
          detail_list: [{ line_no: '1', catalog_id: catalogId, prod_lot_qty: '1' }],
        });
        const file = join(folder, `${name}.json`);
        await writeFile(
          file,
          JSON.stringify({ order_list: [order(`${name}-1`, catalog[0]?.catalog_id), order(`${name}-2`, 'none')] }),
        );
        const { code, output, errors } = await runExample(name, folder, {
          ...account,
          ...(await withToken()),
          ORDERS_FILE: file,
        });
        expect([code === 0, errors]).toEqual([false, expect.stringMatching(/of 2 orders were refused/)]);
        expect(output).toContain(`${name}-2`);
      },
    );

    it.each([...some(ofEachLanguage('delivery-date')), ...some(ofEachLanguage('fc-price'))])(
      '%s answers for a product',
      async (name) => {
        const { member_code, member_code_partner, catalog } = await productOf(market.headOffice);
        const product = catalog[0]?.catalog_id ?? '';
        const printed = await succeed(name, {
          ...(await withToken()),
          BUYER: member_code,
          SELLER: member_code_partner,
          STORE: member_code,
          PRODUCT: product,
        });
        expect(printed).toContain(product);
      },
    );
  });

  describe('exchange of a code', () => {
    const callback = 'https://client.example/callback';

    it.each(some(ofEachLanguage('exchange')))('%s gives tokens for the code of the page', async (name) => {
      const client = await platform.operate<{ client_id: string; client_secret: string }>([
        'client',
        'create',
        '--name',
        name,
        '--redirect-uri',
        callback,
      ]);
      const codeVerifier = randomBytes(32).toString('base64url');
      const query = new URLSearchParams({
        realm: '/api',
        client_id: client.client_id,
        redirect_uri: callback,
        response_type: 'code',
        scope: 'openid profile email qualified',
        access_type: 'offline',
        code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
        code_challenge_method: 'S256',
      });
      const back = await allowOnPage(
        `${platform.authUrl}/idp/oauth2/authorize?${query}`,
        account['USER_ID'] ?? '',
        account['USER_PASSWORD'] ?? '',
      );
      const answer = await tokens(name, {
        CLIENT_ID: client.client_id,
        CLIENT_SECRET: client.client_secret,
        CODE: back.searchParams.get('code') ?? '',
        CODE_VERIFIER: codeVerifier,
        REDIRECT_URI: callback,
      });
      expect(answer).toMatchObject({ access_token: expect.any(String), refresh_token: expect.any(String) });
    });
  });

  describe('the page about rights', () => {
    it.each([
      ['rights.md', 'en'],
      ['ja/rights.md', 'ja'],
    ] as const)('names for each right its words and exactly its calls: %s', async (page, language) => {
      const table = withInserts(pageSources().get(page) ?? '');
      const document = (await (await fetch(`${platform.apiUrl}/openapi.json`)).json()) as {
        readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly 'x-right': readonly string[] }>>>>;
      };
      const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
        Object.values(methods).map((operation) => ({ path, needed: operation['x-right'] })),
      );
      for (const right of rights) {
        const row = table.split('\n').find((line) => line.startsWith(`| \`${right}\` |`)) ?? '';
        expect(row).toContain(rightMeanings[right][language]);
        const shown = [...row.matchAll(/`(\/[^`]+)`/g)].map(([, path = '']) => path.replace('…', ''));
        const isShown = (path: string) =>
          shown.some((known) => (known.endsWith('/') ? path.includes(known) : path.endsWith(known)));
        const needing = operations.filter(({ needed }) => needed.length === 1 && needed[0] === right);
        expect(needing.filter(({ path }) => !isShown(path))).toEqual([]);
        const others = operations.filter(({ needed }) => !needed.includes(right));
        expect([right, others.filter(({ path }) => isShown(path))]).toEqual([right, []]);
        const unused = shown.filter((known) => !needing.some(({ path }) => path.includes(known)));
        expect([right, unused]).toEqual([right, []]);
      }
    });
  });

  describeConversation(() => ({ platform, market, folder }), isWhole);
  if (isWhole) describeMirrors(() => ({ platform, market, folder }));
  if (isWhole) describeDevices(() => ({ platform, market, folder }));
  describeTpDocuments(() => ({ platform, market }), isWhole);
}

import { expect, it } from '@jest/globals';
import { masterRecord } from '@trading-platform/domain-types';
import { XMLParser } from 'fast-xml-parser';
import { ApiCaller } from '../src/api-caller.js';
import { type DemoMarket, loadDemoMarket, loadedRecords } from '../src/demo-market.js';
import { describePlatform } from '../src/describe-platform.js';
import type { Platform, PlatformOptions } from '../src/platform.js';

interface MasterRow extends Record<string, unknown> {
  readonly batch_id: string;
  readonly seq: string;
  readonly create_date: string;
  readonly member_code: string;
}

const master = '/master/download/buy';
const tokenFields = ['scope', 'exires_in', 'token_type', 'access_token', 'refresh_token'];

async function askForToken(platform: Platform, fields: Record<string, string>): Promise<Response> {
  return fetch(`${platform.authUrl}/api/credentials/access_token`, {
    method: 'POST',
    body: new URLSearchParams(fields),
  });
}

/**
 * Tests the steps from creating a client to reading its records. The steps work on every platform, with any programs.
 */
export function describeRoad(title: string, options: PlatformOptions): void {
  describePlatform(title, options, (flow, platform) => {
    let market: DemoMarket;
    let caller: ApiCaller;
    let form: Record<string, string>;

    flow('a market is loaded, a client and a user are made', async () => {
      market = await loadDemoMarket(platform(), ['members', 'master'], '300');
      caller = await platform().caller(market.headOffice);
      const { userId, password, clientId, clientSecret } = caller.credentials;
      form = { user_id: userId, user_password: password, client_id: clientId, client_secret: clientSecret };
    });

    flow('the credentials flow returns a token record as JSON', async () => {
      const answer = await askForToken(platform(), form);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
      const record = (await answer.json()) as Record<string, unknown>;
      expect(Object.keys(record)).toEqual(expect.arrayContaining(tokenFields));
      expect(record).toMatchObject({ scope: 'openid profile email qualified', exires_in: 300, token_type: 'Bearer' });
    });

    flow('the same as XML', async () => {
      const answer = await askForToken(platform(), { ...form, response_type: 'xml' });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toMatch(/^application\/xml/);
      const { token } = new XMLParser().parse(await answer.text()) as { token: Record<string, unknown> };
      expect(Object.keys(token)).toEqual(expect.arrayContaining(tokenFields));
      const used = await fetch(`${platform().apiUrl}/ordApi/order${master}/check`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${String(token['access_token'])}`, 'Content-Type': 'application/json' },
        body: '{"batch_id":"1"}',
      });
      expect(used.status).toBe(400);
    });

    flow('a wrong password is refused without a token, as JSON and as XML', async () => {
      const wrong = { ...form, user_password: 'wrong' };
      const json = await askForToken(platform(), wrong);
      expect(json.status).toBe(400);
      expect(await json.json()).toMatchObject({ error: 'invalid_grant' });
      const xml = await askForToken(platform(), { ...wrong, response_type: 'xml' });
      expect(xml.status).toBe(400);
      expect(new XMLParser().parse(await xml.text())).toMatchObject({ error_response: { error: 'invalid_grant' } });
    });

    flow('request, check until 3, get in pages: the loaded records come back, numbered and complete', async () => {
      const batchId = await caller.request(master, { member_group_code_list: market.memberGroups });
      const { flag, count } = await caller.waitForEnd(master, batchId);
      expect(flag).toBe('3');
      const rows = await caller.records<MasterRow>(master, { batchId, count, arrayName: 'master', pageSize: 100 });
      expect(rows).toHaveLength(count);
      expect(rows.map(({ seq }) => seq)).toEqual(Array.from(rows, (_, index) => String(index + 1)));
      expect(new Set(rows.map((row) => row.batch_id))).toEqual(new Set([batchId]));
      expect(new Set(rows.map((row) => row.create_date)).size).toBe(1);
      for (const row of rows) expect(Object.keys(row)).toEqual(masterRecord.fieldNames);
      const downloaded = rows.map(({ batch_id: _batch, seq: _seq, create_date: _date, ...record }) => record);
      const loaded = await loadedRecords<Record<string, unknown>>(market, 'master');
      expect(downloaded.map(asText).toSorted(inByteOrder)).toEqual(loaded.map(asText).toSorted(inByteOrder));
    });

    flow('without a filter the caller gets only the records of its own member', async () => {
      const batchId = await caller.request(master);
      const { count } = await caller.waitForEnd(master, batchId);
      const rows = await caller.records<MasterRow>(master, { batchId, count, arrayName: 'master', pageSize: 1_000 });
      const loaded = await loadedRecords<MasterRow>(market, 'master');
      expect(rows).toHaveLength(loaded.filter((row) => row.member_code === market.headOffice).length);
      expect(new Set(rows.map((row) => row.member_code))).toEqual(new Set([market.headOffice]));
    });

    flow('a batch of another member or of another client is unknown', async () => {
      const batchId = await caller.request(master);
      await caller.waitForEnd(master, batchId);
      const members = await loadedRecords<{ member_code: string }>(market, 'members');
      const stranger = members.find(({ member_code }) => member_code !== market.headOffice)?.member_code ?? '';
      const others = [
        await platform().caller(stranger),
        await ApiCaller.signIn(platform(), { ...caller.credentials, ...(await platform().createClient('other')) }),
      ];
      for (const other of others) {
        for (const [step, body] of [
          ['check', { batch_id: batchId }],
          ['confirm', { batch_id: batchId }],
          ['get', { batch_id: batchId, seq_from: '1', seq_to: '1' }],
        ] as const) {
          const { status, body: answer } = await other.call(`${master}/${step}`, body);
          expect({ status, answer }).toMatchObject({
            status: 400,
            answer: { result: 1, error_list: [{ error_item: 'batch_id', error_code: 'E000009' }] },
          });
        }
      }
    });

    it('writes one JSON line per call with the request_id of its answer, and no secret', async () => {
      const { body } = await caller.call<{ request_id: string }>(`${master}/check`, { batch_id: '1' });
      await expect(lineWith(platform(), body.request_id)).resolves.toMatchObject({
        request_id: body.request_id,
        service: 'api',
        status: 200,
      });
      const everything = ['auth', 'api', 'worker']
        .flatMap((name) => platform().service(name as 'api').lines)
        .join('\n');
      expect(everything).not.toContain(await caller.token());
      expect(everything).not.toContain(caller.credentials.password);
      expect(everything).not.toContain(caller.credentials.clientSecret);
    });
  });
}

async function lineWith(platform: Platform, requestId: string): Promise<unknown> {
  for (;;) {
    const line = platform.service('api').lines.find((each) => each.includes(requestId));
    if (line !== undefined) return JSON.parse(line);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

function asText(record: unknown): string {
  return JSON.stringify(record);
}

function inByteOrder(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

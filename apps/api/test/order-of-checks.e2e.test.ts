import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { errorTable } from '@trading-platform/domain-types';
import { generateKeyPair } from 'jose';
import { ownMember, RunningApi } from './running-api.js';

const path = '/master/download/buy/request';
const uuidV7 = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

let api: RunningApi;

beforeAll(async () => {
  api = await RunningApi.start();
});

afterAll(() => api.stop());

/** Checks a refusal: its body must be exactly an envelope, and a header must contain the same `request_id`. */
async function expectRefusal(answer: Response, status: number, code: string, item = ''): Promise<void> {
  const body = await answer.json();
  expect({ status: answer.status, body }).toEqual({
    status,
    body: {
      request_id: expect.stringMatching(uuidV7),
      result: 1,
      error_list: [{ error_item: item, error_code: code, error_detail: expect.any(String) }],
    },
  });
  expect(answer.headers.get('x-request-id')).toBe((body as { request_id: string }).request_id);
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
}

async function detailIn(answer: Response): Promise<string | undefined> {
  return ((await answer.json()) as { error_list: { error_detail: string }[] }).error_list[0]?.error_detail;
}

describe('the order of checks (Spec 7)', () => {
  it.each(['json', '', 'application/json; charset=utf-8; x'])('401 comes before the Content-Type %j', async (type) => {
    const answer = await api.call(path, '{}', { token: undefined, headers: { 'Content-Type': type } });
    await expectRefusal(answer, 401, 'E100002');
  });

  it.each(['application/json; charset=shift_jis', 'application/problem+json', 'json', ''])(
    '415 for the Content-Type %j',
    async (type) => {
      await expectRefusal(await api.call(path, '{}', { headers: { 'Content-Type': type } }), 415, 'E700002');
    },
  );

  it('415 for a compressed body', async () => {
    await expectRefusal(await api.call(path, '{}', { headers: { 'Content-Encoding': 'gzip' } }), 415, 'E700002');
  });

  it.each(['text/html', 'application/json;q=0', 'image/*'])('406 for Accept: %s', async (accept) => {
    await expectRefusal(await api.call(path, '{', { headers: { Accept: accept } }), 406, 'E700003');
  });

  it.each(['application/json', '*/*', 'application/*', 'text/html, */*;q=0.1', 'Application/JSON; charset=utf-8'])(
    'accepts Accept: %s',
    async (accept) => {
      expect((await api.call(path, {}, { headers: { Accept: accept } })).status).toBe(200);
    },
  );

  it.each(['{', '', '{"a":1}x', "{'a':1}"])('an unreadable body %j comes before 403', async (body) => {
    const token = await api.issuer.sign({ memberCode: '99999999' });
    await expectRefusal(await api.call(path, body, { token }), 400, 'E700001');
  });

  it('a body that is not UTF-8 is unreadable', async () => {
    const answer = await fetch(`${api.base}/ordApi/order${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${await api.issuer.sign()}` },
      body: Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
    });
    await expectRefusal(answer, 400, 'E700001');
  });

  it('403 for a caller that is no member comes before wrong fields', async () => {
    const token = await api.issuer.sign({ memberCode: '99999999' });
    await expectRefusal(await api.call(path, { exist_mc: '7' }, { token }), 403, 'E100001');
  });

  it.each([
    'openid profile',
    'unqualified',
    'openid unqualified email',
    'qualified:read',
    'Qualified',
    'profile,qualified',
  ])('403 for a token with the scope %j', async (scope) => {
    const token = await api.issuer.sign({ scope });
    await expectRefusal(await api.call(path, {}, { token }), 403, 'E100001');
  });

  it.each(['qualified', 'openid qualified', 'qualified email'])('accepts a token with the scope %j', async (scope) => {
    expect((await api.call(path, {}, { token: await api.issuer.sign({ scope }) })).status).toBe(200);
  });
});

describe('access tokens (Spec 5)', () => {
  it.each([
    ['expired', { endsIn: -60 }],
    ['for another audience', { audience: 'urn:other' }],
    ['of another issuer', { issuer: 'https://other.example' }],
  ])('refuses a token that is %s', async (_name, traits) => {
    const answer = await api.call(path, {}, { token: await api.issuer.sign(traits) });
    expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer realm="\/api", error="invalid_token"/);
    await expectRefusal(answer, 401, 'E100002');
  });

  it('refuses a token signed with another key', async () => {
    const { privateKey } = await generateKeyPair('ES256');
    await expectRefusal(
      await api.call(path, {}, { token: await api.issuer.sign({ key: privateKey }) }),
      401,
      'E100002',
    );
  });
});

describe('the connection and the counts of calls', () => {
  it('keeps the connection open if a call is refused before its body is read', async () => {
    const body = JSON.stringify({ fill: 'x'.repeat(100_000) });
    for (let round = 0; round < 3; round++) {
      await expectRefusal(await api.call(path, body, { token: undefined }), 401, 'E100002');
    }
    expect((await api.call(path, {})).status).toBe(200);
  });

  it('interrupts a body without a declared size that exceeds the limit', async () => {
    const token = await api.issuer.sign();
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const call = httpRequest(
        `${api.base}/ordApi/order${path}`,
        { method: 'POST', headers: { 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' } },
        (answer) => resolve(answer.resume().statusCode),
      );
      call.on('error', reject);
      call.setHeader('Authorization', `Bearer ${token}`);
      call.write(Buffer.alloc(600_000, 32));
      call.write(Buffer.alloc(600_000, 32));
    });
    expect(status).toBe(413);
  });
});

describe('the call count', () => {
  it('refuses calls beyond the limit until the minute is over, for each token by itself', async () => {
    const limited = await RunningApi.start({ CALLS_PER_MINUTE: '2' });
    try {
      const token = await limited.issuer.sign();
      const statuses: number[] = [];
      for (let count = 0; count < 2; count++) statuses.push((await limited.call(path, '{', { token })).status);
      expect(statuses).toEqual([400, 400]);
      const refused = await limited.call(path, 'x', { token, headers: { 'Content-Type': 'text/plain' } });
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(refused.headers.get('ratelimit-remaining')).toBe('0');
      await expectRefusal(refused, 429, 'E100003');
      const atFirst = Number(refused.headers.get('retry-after'));
      expect(atFirst).toBeLessThanOrEqual(60);
      let [left, reset] = [atFirst, atFirst];
      while (left === atFirst) {
        await new Promise((resolve) => setTimeout(resolve, 50));
        const { headers } = await limited.call(path, {}, { token });
        [left, reset] = [Number(headers.get('retry-after')), Number(headers.get('ratelimit-reset'))];
      }
      expect(left).toBe(reset);
      expect(left).toBeLessThan(atFirst);
      expect((await limited.call(path, {}, { token: await limited.issuer.sign() })).status).toBe(200);
    } finally {
      await limited.stop();
    }
  });

  it('counts all tokens of a member and client together, and reports the limit that is reached first', async () => {
    const limited = await RunningApi.start({ CALLS_PER_MINUTE: '3', CLIENT_CALLS_PER_MINUTE: '5' });
    const callWith = async (token: string) => {
      const { status, headers } = await limited.call(path, {}, { token });
      return [status, headers.get('ratelimit-limit'), headers.get('ratelimit-remaining')];
    };
    try {
      const [first, second, third] = [
        await limited.issuer.sign(),
        await limited.issuer.sign(),
        await limited.issuer.sign(),
      ];
      const answers: unknown[] = [];
      for (const token of [first, first, first, first, second, second, third, third]) {
        answers.push(await callWith(token));
      }
      expect(answers).toEqual([
        [200, '3', '2'],
        [200, '3', '1'],
        [200, '3', '0'],
        [429, '3', '0'],
        [200, '5', '1'],
        [200, '5', '0'],
        [429, '5', '0'],
        [429, '5', '0'],
      ]);
      const other = await limited.call(path, {}, { token: await limited.issuer.sign({ clientId: 'other' }) });
      expect(other.status).toBe(200);
      expect(other.headers.get('ratelimit-policy')).toBe('3;w=60, 5;w=60');
    } finally {
      await limited.stop();
    }
  });
});

describe('the language of error_detail', () => {
  const japanese = { 'Accept-Language': 'ja,en;q=0.5' };

  it.each([
    ['a defect of the body', { batch_id: 'x' }, {}, '半角数字のみを送信してください。'],
    [
      'a refusal before the body',
      {},
      { Accept: 'text/html' },
      '応答は JSON です。Accept で application/json を許容してください。',
    ],
    ['a refusal of the service', { batch_id: '999999' }, {}, errorTable.E000009.detailJa],
    [
      'many defects',
      { batch_id: 'x', ...Object.fromEntries([['x', 'y'.repeat(70_000)]]) },
      {},
      '半角数字のみを送信してください。',
    ],
  ])('is the requested one: %s', async (_what, body, headers, detail) => {
    const answer = await api.call('/master/download/buy/check', body, { headers: { ...japanese, ...headers } });
    expect([answer.headers.get('content-language'), answer.headers.get('vary')]).toEqual(['ja', 'Accept-Language']);
    expect(await detailIn(answer)).toBe(detail);
  });

  it.each([[{}], [{ 'Accept-Language': '*' }]])('is English and not mentioned for %j', async (headers) => {
    const answer = await api.call('/master/download/buy/check', { batch_id: '999999' }, { headers });
    expect([answer.headers.get('content-language'), answer.headers.get('vary')]).toEqual([null, null]);
    expect(await detailIn(answer)).toBe(errorTable.E000009.detail);
  });

  it.each([
    [
      '/fc/price',
      {
        item: [
          {
            member_code_store: 'none',
            catalog_id: '1',
            price: '1',
            order_send_date: '2026-04-01',
            delivery_date: '2026-04-02',
          },
        ],
      },
      { item: [{ detail_err_list: [{ error_code: 'E000008', error_detail: errorTable.E000008.detailJa }] }] },
    ],
    [
      '/delivery/shortest',
      {
        member_code_self: ownMember,
        member_code_partner: '30000003',
        details_list: [{ catalog_id: 'none', hope_delivery_date: '2026-04-02' }],
      },
      { details_list: [{ detail_error_list: [{ errorCode: 'E000012', errorDetail: errorTable.E000012.detailJa }] }] },
    ],
  ])('is also the language of errors of single products: %s', async (lookup, body, expected) => {
    const answer = await api.call(lookup, body, { headers: japanese });
    expect([answer.status, answer.headers.get('content-language')]).toEqual([200, 'ja']);
    expect(await answer.json()).toMatchObject(expected);
  });

  it('is not mentioned if the answer has no text in a language', async () => {
    const answer = await api.call(path, {}, { headers: japanese });
    expect([answer.status, answer.headers.get('content-language')]).toEqual([200, null]);
  });
});

describe('the longest period, which the contract does not name', () => {
  const allTime = { target_date_set: '1', target_date_from: '0001-01-01', target_date_to: '9999-12-31' };

  it('is unlimited by default; if a limit is set, the refusal names it', async () => {
    expect((await api.call('/trade/download/request', allTime)).status).toBe(200);
    const limited = await RunningApi.start({ TRADE_PERIOD_DAYS: '31' });
    try {
      const answer = await limited.call('/trade/download/request', allTime);
      const error_detail = 'Send a period of at most 31 days, both ends counted.';
      expect([answer.status, await answer.json()]).toMatchObject([
        400,
        { error_list: [{ error_item: 'target_date_to', error_code: 'E000006', error_detail }] },
      ]);
    } finally {
      await limited.stop();
    }
  });
});

describe('the limits of batches', () => {
  const request = '/master/download/buy/request';

  it('refuse exactly one batch too many until a batch has ended, but never a repeat', async () => {
    const limited = await RunningApi.start({ BATCHES_PER_CLIENT: '5' });
    try {
      await limited.worker.stop();
      const headers = { 'Idempotency-Key': 'first' };
      const first = (await (await limited.call(request, {}, { headers })).json()) as { batch_id: string };
      const answers = await Promise.all(Array.from({ length: 30 }, () => limited.call(request, {})));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(4);
      const refused = answers.find(({ status }) => status === 429)!;
      expect(refused.headers.get('retry-after')).toBe('60');
      await expectRefusal(refused, 429, 'E100003');
      expect(await (await limited.call(request, {}, { headers })).json()).toMatchObject({ batch_id: first.batch_id });
      await limited.call(`/batches/${first.batch_id}`, undefined, { method: 'DELETE' });
      expect((await limited.call(request, {})).status).toBe(200);
    } finally {
      await limited.stop();
    }
  });

  it('refuse a batch if too many bytes of the member are stored', async () => {
    const limited = await RunningApi.start({ STORED_BYTES_PER_MEMBER: '1' });
    try {
      await limited.finishedBatch();
      const refused = await limited.call(request, {});
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(6 * 24 * 3_600);
      await expectRefusal(refused, 429, 'E100003');
    } finally {
      await limited.stop();
    }
  });
});

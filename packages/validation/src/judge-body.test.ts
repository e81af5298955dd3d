import { describe, expect, it } from '@jest/globals';
import { BatchCheckRequest, FcPriceLookupRequest, type JudgedBody, judgeBody } from './index.js';

const none = { visible: [], readable: [], pair: [] };
const dates = '"order_send_date":"2026-11-20","delivery_date":"2026-11-21"';

function judgePrice(price: string): JudgedBody {
  const item = `{"member_code_store":"1","catalog_id":"1","price":${price},${dates}}`;
  return judgeBody(FcPriceLookupRequest, Buffer.from(`{"item":[${item}]}`));
}

async function codesOf(judged: JudgedBody): Promise<unknown> {
  const defects = JSON.parse(String(await judged.defects(none))) as { error_code: string }[];
  return defects.map(({ error_code }) => error_code);
}

describe('numbers of a body', () => {
  it.each([
    ['"1.50"', '1.50'],
    ['1.5', '1.5'],
    ['1.50', '1.5'],
    ['0.0', '0'],
    ['-0.0', '0'],
    ['1e3', '1000'],
    ['1E+3', '1000'],
    ['15e-1', '1.5'],
    ['0.15e1', '1.5'],
    ['1e-4', '0.0001'],
    ['999999999999.9999', '999999999999.9999'],
    ['123456789012.3457', '123456789012.3457'],
  ])('are the decimal that was written: %s', (price, read) => {
    const judged = judgePrice(price);
    expect(judged.hasDefects).toBe(false);
    expect(judged.value).toMatchObject({ item: [{ price: read }] });
  });

  it.each(['1.00000000000000000001', '1e400', '1e-400', '1e12', '1e-5', '-1.5', '1234567890123456789', 'true'])(
    'are no amount: %s',
    async (price) => {
      expect(await codesOf(judgePrice(price))).toEqual(['E000002']);
    },
  );

  it.each([
    ['9007199254740991', '9007199254740991'],
    ['1.0', '1'],
    ['1e3', '1000'],
  ])('are the code that was written: %s', (batchId, read) => {
    expect(judgeBody(BatchCheckRequest, Buffer.from(`{"batch_id":${batchId}}`)).value).toEqual({ batch_id: read });
  });

  it.each([
    ['1.5', 'E000002'],
    ['1e400', 'E000002'],
    ['1.00000000000000000001', 'E000002'],
    ['9007199254740993', 'E000002'],
  ])('are no code: %s', async (batchId, code) => {
    expect(await codesOf(judgeBody(BatchCheckRequest, Buffer.from(`{"batch_id":${batchId}}`)))).toEqual([code]);
  });
});

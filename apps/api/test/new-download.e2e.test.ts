import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { arrayOf, defineRecord, envelopeFields } from '@trading-platform/domain-types';
import { type Download, downloadFunction, type RecordSource } from '@trading-platform/ordering';
import { BusinessHolidayDownloadRequest } from '@trading-platform/validation';
import { serveDownload } from '../src/batches/served-download.js';
import { ownMember, RunningApi } from './running-api.js';

// What docs/architecture.md names under "A new download", and nothing else.

interface ShelfCriteria {
  readonly memberCode: string;
  readonly sellers: readonly string[];
}

const path = '/shelf/download';

const shelfDownload: Download<BusinessHolidayDownloadRequest, ShelfCriteria> = {
  name: 'shelf',
  title: 'Shelves',
  paths: { request: `${path}/request`, check: `${path}/check`, confirm: `${path}/confirm`, get: `${path}/get` },
  request: defineRecord('shelf_request', ['response_type', 'member_code_seller']),
  answer: defineRecord('shelf_get_answer', [
    ...envelopeFields,
    arrayOf('shelf_list', defineRecord('shelf', ['shelf_code'])),
  ]),
  arrayName: 'shelf_list',
  criteria: (request, { memberCode }) => ({ memberCode, sellers: request.member_code_seller }),
};

class ShelfSource implements RecordSource<ShelfCriteria> {
  async open({ memberCode, sellers }: ShelfCriteria) {
    const codes = sellers.map((seller) => ({
      body: Buffer.from(JSON.stringify({ shelf_code: `${memberCode}-${seller}` })),
    }));
    return { instant: new Date(), records: chunksOf(codes), close: () => Promise.resolve() };
  }
}

async function* chunksOf<Item>(items: readonly Item[]) {
  yield items;
}

const servedShelfDownload = serveDownload({
  download: shelfDownload,
  requestClass: () => BusinessHolidayDownloadRequest,
  recordsPerGet: () => 2,
});

let api: RunningApi;

beforeAll(async () => {
  api = await RunningApi.start(
    {},
    { downloads: [servedShelfDownload], functions: [downloadFunction(shelfDownload, new ShelfSource())] },
  );
});

afterAll(() => api.stop());

async function answerOf(step: string, body: object): Promise<Record<string, unknown>> {
  return (await (await api.call(`${path}/${step}`, body)).json()) as Record<string, unknown>;
}

describe('a new download', () => {
  it('is requested, produced and delivered', async () => {
    const { batch_id } = await answerOf('request', { member_code_seller: [ownMember] });
    let check: Record<string, unknown>;
    do check = await answerOf('check', { batch_id });
    while (check['batch_flg'] === '1' || check['batch_flg'] === '2');
    expect(check).toMatchObject({ batch_flg: '3', record_count: '1' });
    expect(await answerOf('get', { batch_id, seq_from: 1, seq_to: 2 })).toMatchObject({
      result: 0,
      shelf_list: [{ shelf_code: `${ownMember}-${ownMember}` }],
    });
  });

  it('keeps to its limits, and to those of its request class', async () => {
    expect(await answerOf('request', {})).toMatchObject({ error_list: [{ error_code: 'E000001' }] });
    expect(await answerOf('get', { batch_id: '1', seq_from: 1, seq_to: 3 })).toMatchObject({
      error_list: [{ error_code: 'E000011' }],
    });
  });

  it('stands in the reference', async () => {
    const document = await (await fetch(`${api.base}/openapi.json`)).text();
    for (const text of ['Shelves', `${path}/get`, 'shelf_code']) expect(document).toContain(text);
  });
});

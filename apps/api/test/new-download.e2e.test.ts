import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  arrayOf,
  codeList,
  type DownloadDefinition,
  defineRecord,
  downloadPaths,
  envelopeFields,
  optional,
} from '@trading-platform/domain-types';
import { type DownloadCriteria, downloadFunction, type RecordSource } from '@trading-platform/ordering';
import { downloadRequest } from '@trading-platform/validation';
import type { ServedDownload } from '../src/batches/served-download.js';
import { ownMember, RunningApi } from './running-api.js';

// The parts of a new download whose records are not settings. The test adds exactly the parts that docs/architecture.md lists.

const shelf = defineRecord('shelf', ['shelf_code']);

const shelfDownload: DownloadDefinition = {
  name: 'shelf',
  title: 'Shelves',
  right: 'master',
  paths: downloadPaths('/shelf/download'),
  request: defineRecord('shelf_request', [optional('response_type'), codeList('member_code_seller')]),
  record: shelf,
  answer: defineRecord('shelf_get_answer', [...envelopeFields, arrayOf('shelf_list', shelf)]),
  arrayName: 'shelf_list',
};

interface ShelfRequest {
  readonly member_code_seller: readonly string[];
}

class ShelfSource implements RecordSource<DownloadCriteria<ShelfRequest>> {
  async open({ memberCode, request }: DownloadCriteria<ShelfRequest>) {
    const codes = request.member_code_seller.map((seller) => ({
      body: Buffer.from(JSON.stringify({ shelf_code: `${memberCode}-${seller}` })),
    }));
    return { instant: new Date(), records: chunksOf(codes), close: () => Promise.resolve() };
  }
}

async function* chunksOf<Item>(items: readonly Item[]) {
  yield items;
}

const servedShelfDownload: ServedDownload = {
  download: shelfDownload,
  requestClass: () => downloadRequest('businessholiday'),
  recordsPerGet: () => 2,
};

let api: RunningApi;

beforeAll(async () => {
  api = await RunningApi.start(
    { CALLS_PER_MINUTE: '100000' },
    { downloads: [servedShelfDownload], functions: [downloadFunction(shelfDownload, new ShelfSource())] },
  );
});

afterAll(() => api.stop());

async function answerOf(step: 'request' | 'check' | 'get', body: object): Promise<Record<string, unknown>> {
  return (await (await api.call(shelfDownload.paths[step], body)).json()) as Record<string, unknown>;
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

  it('applies its limits, and the limits of its request class', async () => {
    expect(await answerOf('request', {})).toMatchObject({ error_list: [{ error_code: 'E000001' }] });
    expect(await answerOf('get', { batch_id: '1', seq_from: 1, seq_to: 3 })).toMatchObject({
      error_list: [{ error_code: 'E000011' }],
    });
  });

  it('appears in the reference', async () => {
    const document = await (await fetch(`${api.base}/openapi.json`)).text();
    for (const text of ['Shelves', shelfDownload.paths.get, 'shelf_code']) expect(document).toContain(text);
  });
});

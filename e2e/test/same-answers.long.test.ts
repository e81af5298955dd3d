import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type DownloadName, downloads } from '@trading-platform/domain-types';
import { type BaseRelease, buildBaseRelease } from '../src/base-release.js';
import { loadDemoMarket } from '../src/demo-market.js';
import { Platform } from '../src/platform.js';
import type { DatabaseKind } from '../src/platform-databases.js';
import { Questions } from '../src/same-answers/questions.js';
import { TwoPlatforms } from '../src/same-answers/two-platforms.js';
import { seeded } from '../src/seeded.js';

/** `TEST_BASE_TREE` names a built copy of the repository. The tests then use this copy instead of the last release. */
const givenTree = process.env['TEST_BASE_TREE'];
/** The number of master records in the market, and the number of downloads of each kind. */
const size = process.env['TEST_MARKET_SIZE'] ?? 'small';
const rounds = Number(process.env['TEST_ROUNDS'] ?? 20);
const seed = 20_261_126;
const buildTimeoutMs = 1_200_000;
const timeoutMs = 3_600_000;

const kinds = [
  'members',
  'delivery-places',
  'master',
  'nottrade',
  'orderclosing',
  'businessholiday',
  'orderblock',
  'fc-prices',
  'trade',
];
const names = Object.keys(downloads) as DownloadName[];
const lists = ['/partner/list', '/ordermaster/list', '/deliveryplace/list', '/order/list'];
/** Request bodies with a defect, for every function. */
const defects = [
  {},
  { batch_id: 'x' },
  { item: [] },
  { target_date_set: '9' },
  { limit: '0' },
  { response_type: 'xml' },
];

let base: Pick<BaseRelease, 'programs'> & Partial<BaseRelease>;
beforeAll(async () => {
  base = givenTree === undefined ? await buildBaseRelease() : { programs: programsOf(givenTree) };
}, buildTimeoutMs);
afterAll(() => base?.remove?.(), buildTimeoutMs);

describe.each<DatabaseKind>(['sqlite', 'postgres'])('the last release and this code on %s', (database) => {
  let former: Platform | undefined;
  let present: Platform | undefined;
  afterAll(() => Promise.all([former?.stop(), present?.stop()]), buildTimeoutMs);

  it(
    'answer the same questions about the same market with the same bytes',
    async () => {
      former = await Platform.start({ database, programs: base.programs });
      present = await Platform.start({ database });
      await loadDemoMarket(former, kinds, size);
      const market = await loadDemoMarket(present, kinds, size);
      const questions = await Questions.about(market, kinds, seeded(seed));
      const pair = new TwoPlatforms([former, present]);

      for (const name of names) {
        for (let round = 0; round < rounds; round += 1) {
          await pair.download(questions.pick(questions.callers), name, questions);
        }
      }
      for (let round = 0; round < rounds; round += 1) {
        const [asker, question] = questions.delivery();
        await pair.ask(asker, { path: '/delivery/shortest', body: question });
        const caller = questions.pick(questions.callers);
        await pair.ask(caller, { path: '/fc/price', body: questions.fcPrice() });
        const paths = [
          '/fc/price',
          '/order/upload/request',
          ...lists,
          ...names.map((name) => downloads[name].paths.get),
        ];
        await pair.ask(caller, { path: questions.pick(paths), body: questions.pick(defects) });
      }
      await askForLists(pair, questions);
      await uploadOrders(pair, questions);
      await askForLists(pair, questions);
      await askForChanges(pair, questions);

      expect(pair.differences).toEqual([]);
      expect(pair.records).toBeGreaterThan(1_000);
      const wanted = [
        ...names.map((name) => `200 ${downloads[name].paths.get}`),
        '200 /order/upload/get',
        '200 /order/generate',
      ];
      expect(wanted.filter((kind) => !pair.compared.has(kind))).toEqual([]);
      const count = [...pair.compared.values()].reduce((sum, each) => sum + each, 0);
      process.stdout.write(`${database}: ${count} answers compared, ${pair.records} records\n`);
    },
    timeoutMs,
  );
});

async function askForLists(pair: TwoPlatforms, questions: Questions): Promise<void> {
  for (const path of lists) {
    for (const caller of questions.callers) {
      let cursors = ['', ''];
      for (let page = 0; page < 4; page += 1) {
        const body = cursors.map((cursor) => ({ limit: 100, cursor }));
        const pages = await pair.ask(caller, { path, body: [body[0] ?? {}, body[1] ?? {}] });
        if (pages === undefined || pages[0]['next_cursor'] === '') break;
        cursors = pages.map((each) => String(each['next_cursor']));
      }
    }
  }
}

/** Uploads orders and sends planned orders. */
async function uploadOrders(pair: TwoPlatforms, questions: Questions): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    const [buyer, body] = questions.upload(`U${round}`);
    const path = '/order/upload';
    const requested = await pair.ask(buyer, { path: `${path}/request`, body, headers: { Prefer: 'wait=30' } });
    if (requested === undefined) continue;
    const ids = requested.map(({ batch_id: id }) => ({ batch_id: id, seq_from: '1', seq_to: '100' }));
    const got = await pair.ask(buyer, { path: `${path}/get`, body: [ids[0] ?? {}, ids[1] ?? {}] });
    const [mine, other] = (got ?? []).map((each) => each['result_list'] as readonly { trade_id: string }[]);
    const index = mine?.findIndex((order) => order.trade_id !== undefined && order.trade_id !== '') ?? -1;
    if (index < 0) continue;
    const slips = [mine, other].map((list) => ({ trade_id_list: [list?.[index]?.trade_id] }));
    await pair.ask(buyer, { path: '/order/generate', body: [slips[0] ?? {}, slips[1] ?? {}] });
  }
}

async function askForChanges(pair: TwoPlatforms, questions: Questions): Promise<void> {
  for (const name of ['master', 'trade'] as const) {
    for (const caller of questions.callers) {
      const body = questions.download(name);
      const details = await pair.download(caller, name, questions, body);
      if (details === undefined) continue;
      const headers = details.map((each) => ({
        Prefer: `wait=30, changes-since=${String(each['change_cursor'])}`,
      }));
      const { request } = downloads[name].paths;
      await pair.ask(caller, { path: request, body, headers: [headers[0] ?? {}, headers[1] ?? {}] });
    }
  }
}

function programsOf(tree: string): BaseRelease['programs'] {
  return {
    node: process.execPath,
    folderOf: (program) => join(tree, program === 'tpctl' ? 'programs/cli' : `apps/${program}`),
  };
}

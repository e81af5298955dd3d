import { describe, expect, it } from '@jest/globals';
import type { Database } from '@trading-platform/database';
import { describeDatabases } from '@trading-platform/database/testing';
import type { UpdateResult } from '@trading-platform/domain-types';
import { parseJapanTime } from '../src/delivery/japan-time.js';
import { linesOf } from '../src/testing/lines.js';
import {
  type DeliveredPlace,
  type DeliveredVersion,
  DeliveredVersions,
} from '../src/trade-update/delivered-versions.js';
import { takenUpdates } from '../src/trade-update/taken-updates.js';
import { tradeUpdate } from '../src/trade-update/trade-update.js';
import { tradeUpdateFunction } from '../src/trade-update/trade-update-function.js';
import { removeRecords } from '../src/typeorm/import-records.js';
import { orderingSchema } from '../src/typeorm/ordering-schema.js';
import { TypeOrmOrderStore } from '../src/typeorm/repositories/typeorm-order-store.js';
import { TypeOrmTradeUpdateStore } from '../src/typeorm/repositories/typeorm-trade-update-store.js';
import { fillMarket, load } from './order-market.js';
import { buyer, head, seller, storedSlips, takeOrders, updatedAt } from './update-market.js';

const stranger = '30000001';

/** Trade downloads that a test describes. The place of a version is its `seq`, minus 1. */
class GivenDownloads extends DeliveredVersions {
  constructor(private readonly batches: Readonly<Record<string, readonly DeliveredVersion[] | 'not-finished'>> = {}) {
    super();
  }

  async find(_caller: object, places: readonly DeliveredPlace[]): Promise<readonly DeliveredVersion[]> {
    return places.map(({ batchId, seq }) => {
      const versions = this.batches[batchId] ?? 'unknown-batch';
      return typeof versions === 'string' ? versions : (versions[seq - 1] ?? 'beyond');
    });
  }
}

const inputOf = (updates: readonly object[], more: object = {}) =>
  Buffer.from(JSON.stringify({ ...more, slip_list: updates }));

async function update(
  database: Database,
  caller: string,
  updates: readonly object[],
  {
    more = {},
    downloads = new GivenDownloads(),
    language,
  }: { more?: object; downloads?: DeliveredVersions; language?: 'ja' } = {},
): Promise<readonly UpdateResult[]> {
  const ports = { store: new TypeOrmTradeUpdateStore(database), delivered: downloads };
  const criteria = tradeUpdate.criteria(
    { memberCode: caller, clientId: 'erp', subject: 'user' },
    new Date(updatedAt),
    language,
  );
  const snapshot = await tradeUpdateFunction(ports).open(
    criteria,
    new AbortController().signal,
    inputOf(updates, more),
  );
  const results: UpdateResult[] = [];
  for await (const records of snapshot.records) {
    for (const { body, isError = false } of records) {
      const result = JSON.parse(`{${Buffer.from(body).toString()}`) as UpdateResult;
      expect(isError).toBe(result.result === '1');
      results.push(result);
    }
  }
  return results;
}

const codesOf = (results: readonly UpdateResult[]) =>
  results.map(({ error_list }) => error_list.map(({ error_item, error_code }) => `${error_item} ${error_code}`).join());

const confirm = (trade_id: string | undefined, more: object = {}) => ({
  update_no: `confirm ${trade_id}`,
  trade_id,
  version: '1',
  action: 'confirm',
  ...more,
});

/** A confirmation that names a record of a trade download instead of the version. */
const by = (trade_id: string | undefined, batch_id: string, seq: string) => ({
  update_no: `by ${batch_id} ${seq}`,
  trade_id,
  batch_id,
  seq,
  action: 'confirm',
});

/** A view of an imported slip. The two sides' views have different order days. */
const importedView = (member_code_self: string, member_code_partner: string, trade_id: string, more: object = {}) => ({
  trade_id,
  member_code_self,
  member_code_partner,
  status_code: '40',
  order_day: `2026-11-${member_code_self === buyer ? '17' : '18'}`,
  ...more,
});

describeDatabases('a trade update', [orderingSchema], (open) => {
  async function slips(count: number, given: Parameters<typeof takeOrders>[2] = {}) {
    const database = await open(fillMarket);
    const taken = await takeOrders(
      database,
      Array.from({ length: count }, (_, n) => `u${n}`),
      given,
    );
    return { database, ids: taken.map(({ tradeId }) => tradeId) };
  }

  it('answers in the order of the request, whatever becomes of each, and tells the others nothing', async () => {
    const { database, ids } = await slips(3);
    const [one, two, three] = ids;
    const results = await update(database, seller, [
      confirm(one),
      confirm('unknown'),
      confirm(two, { version: '7' }),
      confirm(three, { action: 'receive' }),
    ]);
    expect(
      results.map(({ result, trade_id, status_code, version }) => [result, trade_id, status_code, version]),
    ).toEqual([
      ['0', one, '40', '2'],
      ['1', 'unknown', '', ''],
      ['1', two, '40', '1'],
      ['1', three, '40', '1'],
    ]);
    expect(codesOf(results)).toEqual(['', 'trade_id E000020', 'version E000013', 'action E000022']);
    const { histories } = await storedSlips(database);
    expect(histories.filter(({ version }) => version === 2)).toMatchObject([
      { trade_id: one, action: 'confirm', actor_kind: 'user', user_id: 'user', client_id: 'erp', side: 'seller' },
    ]);
  });

  it('refuses what only the database shows for each slip at its place, and takes the rest', async () => {
    const lines = { detail_list: [{ line_no: '1', catalog_id: 'c1', prod_lot_qty: '5' }] };
    const { database, ids } = await slips(8, lines);
    await load(database, 'trade', [importedView(stranger, head, 'foreign'), importedView(head, stranger, 'foreign')]);
    const ship = (place: number, line: object) => ({
      ...confirm(ids[place], { action: 'ship', shipping_send_date: '2026-11-19', delivery_date: '2026-11-19' }),
      detail_list: [{ trade_prod_id: `${ids[place]}001`, prod_lot_qty: '5', ...line }],
    });
    const results = await update(database, seller, [
      ship(0, {}),
      ship(1, { trade_prod_id: `${ids[0]}001` }),
      ship(2, { prod_lot_qty: '5.0001' }),
      ship(3, { prod_lot_price: '100.0001' }),
      { ...ship(4, {}), delivery_date: '2026-11-17' },
      confirm(ids[5], { action: 'request_correction', order_trade_comment: 'look again' }),
      confirm(ids[6], { version: '2' }),
      confirm('foreign'),
      confirm(ids[7]),
    ]);
    expect(codesOf(results)).toEqual([
      '',
      'detail_list[0].trade_prod_id E000004',
      'detail_list[0].prod_lot_qty E000018',
      'detail_list[0].prod_lot_price E000004',
      'delivery_date E000004',
      'action E000022',
      'version E000013',
      'trade_id E000020',
      '',
    ]);
    const { slips: stored } = await storedSlips(database);
    const changed = new Set(stored.filter(({ version }) => Number(version) > 1).map(({ trade_id }) => trade_id));
    expect(changed).toEqual(new Set([ids[0], ids[7]]));
  });

  describe('may be made by', () => {
    it.each([
      ['the seller for itself', seller, {}, ''],
      ['the seller that names itself', seller, { member_code_self: seller }, ''],
      ['the seller for the buyer', seller, { member_code_self: buyer }, 'member_code_self E000022'],
      ['the seller for a member that is no side', seller, { member_code_self: stranger }, 'trade_id E000020'],
      ['a stranger', stranger, {}, 'trade_id E000020'],
      ['a stranger that names the seller', stranger, { member_code_self: seller }, 'trade_id E000020'],
      ['the head office of the buyer, for its store', head, {}, 'action E000022'],
    ])('%s', async (_, caller, more, code) => {
      const { database, ids } = await slips(1);
      expect(codesOf(await update(database, caller, [confirm(ids[0], more)]))).toEqual([code]);
    });

    it.each<[string, object, string]>([
      ['its own action', {}, ''],
      ['its own action, naming itself', { member_code_self: seller }, ''],
      ['its own action, naming the buyer', { member_code_self: buyer }, 'member_code_self E000022'],
      ['an action of the buyer', { action: 'change' }, 'action E000022'],
      ['an action of the buyer, naming it', { action: 'change', member_code_self: buyer }, 'member_code_self E000022'],
    ])('a seller that is the head office of the buyer, for its own side only: %s', async (_, more, code) => {
      const { database, ids } = await slips(1);
      await load(database, 'members', [{ member_code: buyer, head_office_member_code: seller, tax_calc_method: '1' }]);
      expect(codesOf(await update(database, seller, [confirm(ids[0], more)]))).toEqual([code]);
    });

    it('a head office of both sides that names one of them', async () => {
      const { database, ids } = await slips(2);
      await load(database, 'members', [{ member_code: seller, head_office_member_code: head, tax_calc_method: '1' }]);
      const results = await update(database, head, [confirm(ids[0]), confirm(ids[1], { member_code_self: seller })]);
      expect(codesOf(results)).toEqual(['member_code_self E000001', '']);
    });
  });

  describe('under an update_no that was used', () => {
    it('answers what was answered then, even if the slip has changed or is gone', async () => {
      const { database, ids } = await slips(2);
      const updates = ids.map((id) => confirm(id));
      const first = await update(database, seller, updates);
      await update(database, seller, [{ update_no: 's', trade_id: ids[0], version: '2', action: 'ship' }]);
      const keys = [buyer, seller].map((member_code_self) => ({ trade_id: ids[1], member_code_self }));
      await removeRecords('trade', database, linesOf(keys));
      const before = await storedSlips(database);
      expect(
        await update(
          database,
          seller,
          updates.map((each) => ({ ...each, version: '9' })),
        ),
      ).toEqual(first);
      expect(await storedSlips(database)).toEqual(before);
      const store = new TypeOrmTradeUpdateStore(database);
      const places = { from: 2, to: 2 };
      expect(await takenUpdates(store, seller, inputOf(updates), places)).toEqual([{ seq: '2', ...first[1] }]);
    });

    it('is refused with other content, and a refused update binds nothing', async () => {
      const { database, ids } = await slips(2);
      const refused = confirm(ids[0], { version: '5' });
      expect(codesOf(await update(database, seller, [refused]))).toEqual(['version E000013']);
      const [inJapanese] = await update(database, seller, [refused], { language: 'ja' });
      const detail =
        '別の更新が先に反映され、伝票の version は 1 になりました。伝票を取得し直して、再度お試しください。';
      expect(inJapanese?.error_list[0]?.error_detail).toBe(detail);
      const results = await update(database, seller, [confirm(ids[0]), confirm(ids[1])]);
      expect(codesOf(results)).toEqual(['', '']);
      const other = confirm(ids[0], { trade_comment: 'other' });
      expect(codesOf(await update(database, seller, [other]))).toEqual(['update_no E000015']);
      expect(codesOf(await update(database, buyer, [{ ...other, action: 'cancel' }]))).toEqual(['version E000013']);
    });
  });

  it('is refused if views of an imported slip disagree, also after a third view was removed or the slip was sent', async () => {
    const { database } = await slips(1);
    const planned = { status_code: '10', hope_delivery_date: '2026-11-20' };
    const third = importedView(stranger, seller, 'I1');
    await load(database, 'trade', [
      ...['I1', 'I2'].flatMap((id) => [importedView(buyer, seller, id), importedView(seller, buyer, id)]),
      importedView(buyer, seller, 'I3', planned),
      importedView(seller, buyer, 'I3', planned),
      third,
    ]);
    await removeRecords('trade', database, linesOf([third]));
    const at = parseJapanTime('2026-11-18 12:00:00')!;
    expect(await new TypeOrmOrderStore(database).send([{ tradeId: 'I3', version: 1 }], at)).toHaveProperty('versions');
    const updates = [confirm('I1', { version: '2' }), confirm('I2'), confirm('I3', { version: '2' })];
    const results = await update(database, seller, updates);
    expect(results.flatMap(({ error_list }) => error_list.map(({ error_detail }) => error_detail))).toEqual(
      updates.map(() => 'The slip was imported with views of both sides that disagree; no action is possible.'),
    );
  });

  it('changes nothing where it is only judged, and binds no number', async () => {
    const { database, ids } = await slips(2);
    const before = await storedSlips(database);
    const updates = [confirm(ids[0]), confirm(ids[1], { action: 'receive' })];
    const results = await update(database, seller, updates, { more: { check_only: '1' } });
    expect(results.map(({ result, status_code, version }) => [result, status_code, version])).toEqual([
      ['0', '40', ''],
      ['1', '40', '1'],
    ]);
    expect(await storedSlips(database)).toEqual(before);
    const store = new TypeOrmTradeUpdateStore(database);
    const taken = await takenUpdates(store, seller, inputOf(updates, { check_only: '1' }), { from: 1, to: 9 });
    expect(taken).toEqual([]);
  });

  it('names the version by a record of the own trade download', async () => {
    const { database, ids } = await slips(3);
    const store = new TypeOrmTradeUpdateStore(database);
    const reading = await store.read(seller, ids, new AbortController().signal);
    await reading.close();
    const delivered = ids.map((id) => {
      const view = reading.heads.get(id)!.views.find(({ memberCodeSelf }) => memberCodeSelf === seller)!;
      return { slipId: view.id, version: view.version };
    });
    const downloads = new GivenDownloads({ '1': delivered, '2': 'not-finished' });
    const results = await update(database, seller, [by(ids[0], '1', '1'), by(ids[1], '1', '3'), by(ids[2], '1', '4')], {
      downloads,
    });
    expect(codesOf(results)).toEqual(['', 'seq E000013', 'seq E000011']);
    const others = await update(database, seller, [by(ids[1], '2', '1'), by(ids[2], '3', '1')], { downloads });
    expect(codesOf(others)).toEqual(['batch_id E000010', 'batch_id E000009']);
    expect(
      codesOf(
        await update(
          database,
          seller,
          [by(ids[0], '1', '1')].map((each) => ({ ...each, update_no: 'again' })),
          { downloads },
        ),
      ),
    ).toEqual(['seq E000013']);
  });

  it('by two returns at once gives back no more than was received', async () => {
    const { database, ids } = await slips(1, { detail_list: [{ line_no: '1', catalog_id: 'c1', prod_lot_qty: '5' }] });
    const [tradeId] = ids;
    const step = (action: string, version: number, more: object = {}) => ({
      update_no: `${action} ${version}`,
      trade_id: tradeId,
      version: String(version),
      action,
      ...more,
    });
    const ship = step('ship', 1, { shipping_send_date: '2026-11-19', delivery_date: '2026-11-19' });
    expect(codesOf(await update(database, seller, [ship]))).toEqual(['']);
    expect(codesOf(await update(database, buyer, [step('receive', 2)]))).toEqual(['']);
    const giveBack = (update_no: string, version: number) =>
      step('return', version, {
        update_no,
        order_trade_comment: 'broken',
        detail_list: [{ trade_prod_id: `${tradeId}001`, prod_lot_qty: '3' }],
      });
    const both = await Promise.all(['a', 'b'].map((no) => update(database, buyer, [giveBack(no, 3)])));
    expect(both.flatMap(codesOf).toSorted()).toEqual(['', 'version E000013']);
    const made = both.flat().find(({ result }) => result === '0')!;
    expect(made).toMatchObject({ status_code: '80', version: '4', new_version: '1' });
    expect(made.new_check_number).toMatch(/^261119-\d{7}$/);
    expect(codesOf(await update(database, buyer, [giveBack('c', 4)]))).toEqual(['detail_list[0].prod_lot_qty E000018']);
    const { slips: stored } = await storedSlips(database);
    expect(stored.filter(({ trade_id }) => trade_id === made.new_trade_id)).toMatchObject([
      { status_code: '88', version: 1 },
      { status_code: '88', version: 1 },
    ]);
  });
});

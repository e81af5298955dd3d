import { expect, it } from '@jest/globals';
import { describeDatabases, type TestDatabase } from '@trading-platform/database/testing';
import { type ImportKind, type SettingName, settingNames } from '@trading-platform/domain-types';
import { linesOf } from '../src/testing/lines.js';
import { type TradeFilters, tradeCriteria } from '../src/trade/trade-criteria.js';
import { importRecords, removeRecords } from '../src/typeorm/import-records.js';
import { orderingSchema } from '../src/typeorm/ordering-schema.js';
import { TypeOrmMasterSource } from '../src/typeorm/repositories/typeorm-master-source.js';
import { TypeOrmSettingSource } from '../src/typeorm/repositories/typeorm-setting-source.js';
import { TypeOrmTradeSource } from '../src/typeorm/repositories/typeorm-trade-source.js';
import { visibleMembers } from '../src/typeorm/sql/members/visible-members.js';
import { masterCriteria, settingCriteria } from './criteria.js';
import { type Brought, type CopiedDownload, FollowedCopy, keyOf } from './followed-copy.js';
import { type Line, randomLines } from './random-lines.js';
import { customers, groups, memberCodes, memberGroups, Random } from './random-market.js';

const followedKinds: readonly ImportKind[] = ['master', 'trade', ...settingNames];
const callers = ['HEAD', 'OWNER', 'STORE1'];

/**
 * Runs random imports, merges and removals, and changes the members that callers may see. Several of these run at the
 * same time. In every case, a copy that is updated by changes and removed keys must be equal to a full download.
 */
export function describeChanges(runs: number, steps: number, timeoutMs?: number): void {
  describeDatabases(`changes in ${runs} runs of ${steps} steps`, [orderingSchema], (open) => {
    const seeds = Array.from({ length: runs }, (_, run) => 20_261_122 + run);

    it.each(seeds)(
      'make a copy equal to a full load: seed %d',
      async (seed) => {
        const random = new Random(seed);
        const database = await open();
        const members = new Map<unknown, Line>();
        await importMembersAnew(database, members, randomLines(random, 'members', 0));
        const followed = downloadsOf(database, random).map((download) => ({
          download,
          copy: new FollowedCopy(download as CopiedDownload<never>),
        }));
        const seen = { full: 0, changes: 0, records: 0, removed: 0 };
        for (let step = 1; step <= steps; step++) {
          // oxlint-disable-next-line no-await-in-loop
          count(seen, await changeSomething(database, random, members, random.pick(followed).copy));
          for (const { download, copy } of followed) {
            // Not every copy is updated in every round.
            if (random.below(3) === 0) continue;
            // oxlint-disable-next-line no-await-in-loop
            count(seen, await updateAndCompare(database, download, copy));
          }
        }
        expect(seen.full).toBeGreaterThanOrEqual(followed.length);
        expect(seen.changes).toBeGreaterThan(seen.full);
        expect(seen.records).toBeGreaterThan(steps);
        expect(seen.removed).toBeGreaterThan(steps);
      },
      timeoutMs,
    );
  });
}

const nothing: Brought = { isChanges: true, records: 0, removed: [] };

type AnyDownload = Omit<CopiedDownload<never>, 'criteria'> & {
  readonly criteria: { readonly memberCode: string };
};

async function updateAndCompare(
  database: TestDatabase,
  download: AnyDownload,
  copy: FollowedCopy<never>,
): Promise<Brought> {
  const before = new Map(copy.records);
  const brought = await copy.update();
  const full = new FollowedCopy(download as CopiedDownload<never>);
  await full.update();
  expect(sorted(copy.records)).toEqual(sorted(full.records));
  expect(copy.cursor).toBe(full.cursor);
  // A removed record may be reported only if its members are visible to the caller and if it no longer exists.
  const visible = (await visibleMembers(database, download.criteria.memberCode)).map((each) => each.memberCode);
  const owners = brought.removed.map((key) => key['member_code'] ?? key['member_code_self'] ?? visible[0]);
  expect(owners.filter((owner) => !new Set<unknown>(visible).has(owner))).toEqual([]);
  const removed = brought.removed.map((key) => JSON.stringify(key));
  expect(removed.filter((key) => full.records.has(key))).toEqual([]);
  // Every record that has disappeared must have been reported as removed, and a second update must return nothing.
  const told = new Set(brought.isChanges ? removed : before.keys());
  expect([...before.keys()].filter((key) => !full.records.has(key) && !told.has(key))).toEqual([]);
  expect(brought.isChanges ? await copy.update() : nothing).toEqual(nothing);
  return brought;
}

function sorted(records: ReadonlyMap<string, string>): readonly (readonly [string, string])[] {
  return [...records].toSorted(([one], [other]) => (one < other ? -1 : 1));
}

function count(seen: { full: number; changes: number; records: number; removed: number }, brought: Brought): void {
  if (brought.isChanges) {
    seen.changes++;
    seen.records += brought.records;
    seen.removed += brought.removed.length;
  } else {
    seen.full++;
  }
}

/** Runs one to three imports or removals at the same time, while a reader updates its copy. Sometimes the members change too. */
async function changeSomething(
  database: TestDatabase,
  random: Random,
  members: Map<unknown, Line>,
  looking: FollowedCopy<never>,
): Promise<Brought> {
  if (random.below(6) === 0) await importMembersAnew(database, members, changedMembers(random, members));
  const kinds = random.some(followedKinds).slice(0, 3);
  const changes = kinds.map((kind) => {
    const lines = randomLines(random, kind, 1).map((line) => withFewKeys(random, kind, line));
    const isRemoval = random.below(3) === 0;
    const options = { atomic: random.below(3) === 0, readInThread: false };
    const merge = random.below(3) === 0 && settingNames.some((setting) => setting === kind);
    return isRemoval
      ? removeRecords(kind, database, linesOf(random.some(lines)), options)
      : importRecords(kind, database, linesOf(lines), { ...options, merge });
  });
  const [brought] = await Promise.all([looking.update(), ...changes]);
  return brought;
}

async function importMembersAnew(
  database: TestDatabase,
  members: Map<unknown, Line>,
  lines: readonly Line[],
): Promise<void> {
  for (const line of lines) members.set(line['member_code'], line);
  expect(await importRecords('members', database, linesOf(lines))).toMatchObject({ refused: 0 });
}

/**
 * Replaces some members, or changes only the groups of some members. A change of groups affects filters on partners, but not the
 * members that a caller sees.
 */
function changedMembers(random: Random, members: ReadonlyMap<unknown, Line>): readonly Line[] {
  if (random.below(3) === 0) return randomLines(random, 'members', 1);
  const some = random.some([...members.values()]).slice(0, 3);
  return some.map((member) => ({ ...member, member_group_code: random.pick(memberGroups) }));
}

/** Gives the line one of only a few keys, so that the same records change again and again. */
function withFewKeys(random: Random, kind: ImportKind, line: Line): Line {
  const partner = random.pick(['HEAD', 'SELLER1', 'SELLER2']);
  if (kind === 'trade') {
    return {
      ...line,
      trade_id: `T${random.below(6)}`,
      member_code_self: random.pick([...callers, 'STORE2']),
      member_code_partner: partner,
    };
  }
  if (kind !== 'master') return line;
  const item_id = random.pick(['I1', 'I2', 'i1']);
  const own = random.pick([...callers, 'STORE2']);
  const lines = (name: string) => (line[name] as readonly Line[]).map((each) => ({ ...each, item_id }));
  return {
    ...line,
    member_code: own,
    member_code_partner: partner,
    buy: lines('buy'),
    catalog: lines('catalog').map((each, index) => ({ ...each, catalog_id: [own, partner, item_id, index].join('|') })),
  };
}

function downloadsOf(database: TestDatabase, random: Random): AnyDownload[] {
  const master = new TypeOrmMasterSource(database);
  const trade = new TypeOrmTradeSource(database);
  const setting = new TypeOrmSettingSource(database);
  const downloads = callers.flatMap((caller) => [
    ...masterFilters(random).map((filters) => ({
      source: master,
      criteria: masterCriteria(caller, filters),
      head: '{' as const,
      keyOf: keyOf.master,
    })),
    ...tradeFilters(random).map((filters) => ({
      source: trade,
      criteria: tradeCriteria({ memberCode: caller, clientId: 'client' }, filters),
      head: '{' as const,
      keyOf: keyOf.trade,
    })),
    ...settingNames.map((kind) => ({
      source: setting,
      criteria: settingCriteria(kind, caller, {
        member_code_seller: random.some(memberCodes),
        ...random.pick([{}, { member_code_buyer: ['STORE1', 'HEAD'] }, { update_date: '2026-01-15' }]),
      }),
      head: '' as const,
      keyOf: keyOfSetting(kind),
    })),
  ]);
  return downloads;
}

function keyOfSetting(kind: SettingName) {
  return kind === 'businessholiday' ? keyOf.seller : keyOf.buyer;
}

function masterFilters(random: Random) {
  return [
    {},
    { member_code_list: memberCodes },
    { member_code_list: memberCodes, client_group_code_list: random.some(memberGroups.slice(1)) },
    {
      member_code_list: memberCodes,
      exist_mc: '1',
      sell_stop: random.pick(['', '1', '2']),
      client_member_code_list: random.some(memberCodes),
    },
    {
      group_code_list: random.some(groups.slice(1)),
      client_code_list: random.some(customers.slice(1)),
      buy_upd_date_from: '2026-01-01',
    },
  ] as const;
}

function tradeFilters(random: Random): readonly TradeFilters[] {
  const period = (target_date_set: string) => ({
    target_date_set,
    target_date_from: '2026-01-01',
    target_date_to: random.pick(['2026-01-02', '2026-01-14', '2026-12-31']),
  });
  return [
    { ...period('1'), status_code: ['10', '20', '40', '41', '60', '61', '68', '80', '84', '88', '90'] },
    { ...period('2'), status_set: random.pick(['0', '1', '2', '3', '4', '5']) },
    { ...period('5'), group_codes: random.some(groups.slice(1)), mod_flg: '1' },
    { ...period('0'), trade_id: ['T1', 'T2', 'T3'], comment_exist: '1' },
  ];
}

import { type Database, type Dialect, type Sql, type Transaction, tableOf } from '@trading-platform/database';
import { slipStatus } from '@trading-platform/domain-types';
import { transactionWithEvents } from '@trading-platform/event-log/typeorm';
import { SlipEntity } from '../entities/slip.entity.js';
import { SlipHistoryEntity } from '../entities/slip-history.entity.js';
import { SlipLifeEntity } from '../entities/slip-life.entity.js';
import { removals } from '../removal/removals.js';
import { takePosition } from '../sql/common/counters.js';
import { isOneOf } from '../sql/common/json-rows.js';
import { lookedUp } from '../sql/common/record-stream.js';
import { rowsOfKeys } from '../sql/common/rows-of-keys.js';
import { type StoredView, storedFields, tradeLines } from '../sql/downloads/trade-lines.js';
import { slipDayColumns } from '../sql/lookups/slip-days.js';
import { type ArchivedUnit, type ArchiveRemoval, isSameUnit } from './archived-unit.js';
import { removeLeftData } from './remove-left-data.js';

/** The maximum number of slips that are removed in one transaction, and whose bodies are in memory at the same time. */
const slipsPerPage = 250;
const membersPerPage = 1_000;

/** The statuses of slips that have not been sent. */
const openStatuses = [slipStatus.planned, slipStatus.approvalPending];

/** The dates by which a download can select a slip, and the buyer's wished delivery date. */
const dayColumns = [...Object.values(slipDayColumns), 'hope_delivery_date'];

interface Place {
  readonly trade_id: string;
  readonly update_day: string;
}

/**
 * The archive of old slips, their download marks and their histories. A slip is old if it has been sent and all dates in both its views are before
 * a given day. A slip is archived together with all its views. After archiving, the database still contains the version of the
 * slip and the entry of its `upload_no`.
 */
export class SlipArchive {
  /**
   * The file `trade` is an import file. The file `marks` has one line for each mark, and the file `history` has one line for each
   * change of a slip. The file `lives` has one line for each slip with data that no view contains.
   */
  readonly files = ['trade', 'marks', 'history', 'lives'] as const;

  /** @param before `yyyy-MM-dd` */
  constructor(
    private readonly database: Database,
    private readonly before: string,
  ) {}

  /**
   * Yields the slips that may be archived, in pages that fit into memory. Slips may be removed while the caller is between two
   * pages.
   */
  async *pages(): AsyncGenerator<readonly ArchivedUnit[]> {
    for await (const member of membersOf(this.database)) {
      for await (const tradeIds of this.#oldSlipsOf(member)) {
        if (tradeIds.length > 0) yield await this.#read(tradeIds);
      }
    }
  }

  /**
   * Removes, in one short transaction, the slips whose stored content is still the given content, byte for byte. Callers that
   * request only changes are informed about the removed slips.
   */
  async remove(units: readonly ArchivedUnit[]): Promise<ArchiveRemoval> {
    const stored = new Map((await this.#read(units.map(({ key }) => key))).map((unit) => [unit.key, unit]));
    const same = units.filter((unit) => isSameUnit(unit, stored.get(unit.key)));
    const removed =
      same.length === 0
        ? 0
        : await transactionWithEvents(this.database, (transaction) => removeUnchanged(transaction, same));
    return { removed, changed: stored.size - removed };
  }

  /** Removes the data that removals by processes of 1.0.0 have left behind. Returns the number of removed rows. */
  sweep(): Promise<number> {
    return removeLeftData(this.database);
  }

  /** Each slip is found only once: with the first of its members. */
  async *#oldSlipsOf(memberCode: string): AsyncGenerator<readonly string[]> {
    let last: Place | undefined = { trade_id: '', update_day: '' };
    while (last !== undefined) {
      const found: (Place & { readonly may_go: unknown })[] = await this.database.query(selectOldSlips, [
        memberCode,
        this.before,
        last.update_day,
        last.trade_id,
      ]);
      yield found.filter(({ may_go }) => Boolean(may_go)).map(({ trade_id }) => trade_id);
      last = found.length < slipsPerPage ? undefined : found.at(-1);
    }
  }

  async #read(tradeIds: readonly string[]): Promise<ArchivedUnit[]> {
    const keys = [JSON.stringify(tradeIds)];
    const views = await this.database.query<StoredView>(selectViews(this.database.dialect), keys);
    const marks = await this.database.query<{ trade_id: string }>(selectMarks(this.database.dialect), keys);
    const changes = await this.database.query<{ trade_id: string }>(selectHistories(this.database.dialect), keys);
    const lives = await this.database.query<{ trade_id: string }>(selectLives(this.database.dialect), keys);
    const lines = await tradeLines(views);
    const linesOf = Map.groupBy(
      views.map(({ trade_id = '' }, index) => ({ trade_id, line: lines[index]! })),
      ({ trade_id }) => trade_id,
    );
    const marksOf = Map.groupBy(marks, ({ trade_id }) => trade_id);
    const historyOf = Map.groupBy(changes, ({ trade_id }) => trade_id);
    const lifeOf = Map.groupBy(lives, ({ trade_id }) => trade_id);
    return tradeIds
      .filter((key) => linesOf.has(key))
      .map((key) => ({
        key,
        lines: [
          (linesOf.get(key) ?? []).map(({ line }) => line),
          (marksOf.get(key) ?? []).map((mark) => Buffer.from(JSON.stringify(mark))),
          (historyOf.get(key) ?? []).map((change) => Buffer.from(JSON.stringify(change))),
          (lifeOf.get(key) ?? []).map((life) => Buffer.from(JSON.stringify(life))),
        ],
      }));
  }
}

async function* membersOf(sql: Sql): AsyncGenerator<string> {
  let last: string | undefined = '';
  while (last !== undefined) {
    const found: { member_code: string }[] = await sql.query(
      `SELECT member_code FROM member WHERE member_code > $1 ORDER BY member_code LIMIT ${membersPerPage}`,
      [last],
    );
    yield* found.map(({ member_code }) => member_code);
    last = found.length < membersPerPage ? undefined : found.at(-1)?.member_code;
  }
}

const isOpen = `o.status_code IN (${openStatuses.map((status) => `'${status}'`).join(', ')})`;
const isYoung = dayColumns.map((column) => `o.${column} >= $2`).join(' OR ');

/**
 * Selects, by the index of the update date, a page of those slips of a member that were last updated before a day. All other
 * conditions are checked for each slip that the index returns.
 */
export const selectOldSlips = `SELECT page.trade_id, page.update_day,
    NOT EXISTS (SELECT 1 FROM slip o WHERE o.trade_id = page.trade_id
      AND (o.member_code_self < $1 OR ${isOpen} OR ${isYoung}) ${lookedUp}) AS may_go
  FROM (SELECT s.trade_id, s.update_day FROM slip s
    WHERE s.member_code_self = $1 AND s.update_day <> '' AND s.update_day < $2 AND (s.update_day, s.trade_id) > ($3, $4)
    ORDER BY s.update_day, s.trade_id LIMIT ${slipsPerPage}) AS page
  ORDER BY page.update_day, page.trade_id`;

function selectViews(dialect: Dialect): string {
  return `SELECT (SELECT b.body FROM slip_body b WHERE b.slip_id = s.id) AS body, s.trade_id, ${storedFields}
    FROM slip s WHERE ${isOneOf(dialect, 's.trade_id', '$1')} ORDER BY s.trade_id, s.member_code_self`;
}

/**
 * If a view is marked as downloaded in its current version, the mark is written with the version of the slip, because the view
 * gets this version when it is loaded again.
 */
function selectMarks(dialect: Dialect): string {
  return `SELECT s.trade_id, s.member_code_self, d.member_code, d.client_id, CAST(CASE WHEN d.version < s.version THEN d.version
      ELSE (SELECT MAX(o.version) FROM slip o WHERE o.trade_id = s.trade_id) END AS TEXT) AS version
    FROM slip s JOIN download_mark d ON d.slip_id = s.id
    WHERE ${isOneOf(dialect, 's.trade_id', '$1')} ORDER BY s.trade_id, s.member_code_self, d.member_code, d.client_id`;
}

const lifeTable = tableOf(SlipLifeEntity);

function selectLives(dialect: Dialect): string {
  return `SELECT ${lifeTable.columns} FROM slip_life WHERE ${isOneOf(dialect, 'trade_id', '$1')}`;
}

const history = tableOf(SlipHistoryEntity);

function selectHistories(dialect: Dialect): string {
  return `SELECT ${history.columns} FROM slip_history
    WHERE ${isOneOf(dialect, 'trade_id', '$1')} ORDER BY trade_id, version`;
}

const views = tableOf(SlipEntity).only('tradeId', 'memberCodeSelf', 'version');

/**
 * Every change of a slip gives the slip a new version. While the slip numbers are locked, a comparison of versions therefore
 * finds every change.
 */
async function removeUnchanged(transaction: Transaction, units: readonly ArchivedUnit[]): Promise<number> {
  const removal = removals.trade;
  await removal.hold(transaction);
  const stored = await rowsOfKeys(
    transaction,
    views,
    ['tradeId'],
    units.map(({ key }) => [key]),
  );
  const viewsOf = Map.groupBy(stored, ({ tradeId }) => tradeId);
  const unchanged = units.filter((unit) => versionText(unit) === String(newestOf(viewsOf.get(unit.key))));
  const keys = unchanged.flatMap(({ key }) =>
    (viewsOf.get(key) ?? []).map(({ tradeId, memberCodeSelf }) => [tradeId, memberCodeSelf]),
  );
  if (keys.length === 0) return 0;
  const removed = await removal.remove(transaction, keys);
  await removal.keep?.(
    transaction,
    removed.map(({ key }) => key),
    await takePosition(transaction, 'trade'),
  );
  return unchanged.length;
}

function newestOf(ofSlip: readonly { readonly version: number }[] = []): number {
  return Math.max(...ofSlip.map(({ version }) => version));
}

/** Returns the version of a slip that its archived lines name. */
function versionText({ lines }: ArchivedUnit): string | undefined {
  const line = lines[0]?.[0];
  return line === undefined ? undefined : (JSON.parse(line.toString()) as { version: string }).version;
}

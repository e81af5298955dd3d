import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Database, type Dialect, type Sql, type Transaction, tableOf } from '@trading-platform/database';
import { slipStatus } from '@trading-platform/domain-types';
import { transactionWithEvents } from '@trading-platform/event-log/typeorm';
import { instantOf, type JapanTime } from '../../../delivery/japan-time.js';
import type { SlipActor, SlipChange } from '../../../history/slip-change.js';
import type { SentSlips, SlipToSend } from '../../../order/order-store.js';
import { sentFields } from '../../../order/slip-views.js';
import { packBodyAside, unpackBodies } from '../../../record/packed-body.js';
import { storedColumns } from '../../../trade/field-columns.js';
import { changeHeader } from '../../../trade/slip-body.js';
import { slipDigest } from '../../../trade/slip-digest.js';
import { SlipEntity } from '../../entities/slip.entity.js';
import { holdNumbers, takePosition } from '../common/counters.js';
import { bytesOfHex, textRows } from '../common/json-rows.js';
import { rowsOfEach, viewsOfSlips } from '../common/rows-of-each.js';
import { noLoad, writeBodies } from '../downloads/slip-rows.js';
import { tellOfViews, type ViewChange } from '../events/slip-events.js';
import { fixChangeUntil } from '../history/slip-lives.js';
import { writeHistory } from '../history/write-history.js';

type Versions = ReadonlyMap<string, number>;

/** @see OrderStore.send */
export async function sendSlips(
  database: Database,
  slips: readonly SlipToSend[],
  at: JapanTime,
  by: SlipActor,
): Promise<SentSlips> {
  const judged = new Map(slips.map(({ tradeId, version }) => [tradeId, version]));
  const sent = await sentViews(database, [...judged.keys()], at);
  return transactionWithEvents(database, async (transaction) => {
    // While the slip numbers are locked, no other transaction can change slips.
    await holdNumbers(transaction, 'slip');
    const stored = await storedVersions(transaction, [...judged.keys()]);
    const updatedElsewhere = [...judged].filter(([id, version]) => stored.get(id) !== version).map(([id]) => id);
    if (updatedElsewhere.length > 0) return { updatedElsewhere };
    await writeSent(transaction, sent, judged, at);
    await fixChangeUntil(
      transaction,
      slips.map(({ tradeId, changeUntil = '' }) => ({ tradeId, changeUntil })),
    );
    await writeHistory(transaction, historyOf(sent, slips, at, by));
    tellOfViews(
      transaction,
      sent.map(({ view }) => sentChange(view, judged)),
    );
    return { versions: new Map([...judged].map(([id, version]) => [id, nextOf(version)])) };
  });
}

function historyOf(
  sent: readonly SentView[],
  slips: readonly SlipToSend[],
  at: JapanTime,
  by: SlipActor,
): SlipChange[] {
  const slipOf = new Map(slips.map((slip) => [slip.tradeId, slip]));
  const instant = instantOf(at);
  return [...Map.groupBy(sent, ({ tradeId }) => tradeId)].map(([tradeId, views]) => ({
    tradeId,
    version: nextOf(slipOf.get(tradeId)?.version ?? 0),
    at: instant,
    action: 'generate',
    by,
    side: 'buyer',
    memberCodeSelf: slipOf.get(tradeId)?.memberCodeBuyer ?? '',
    changed: views.map(({ memberCodeSelf, changed }) => ({ memberCodeSelf, header: changed, lines: [] })),
  }));
}

function nextOf(version: number): number {
  return version + 1;
}

const views = tableOf(SlipEntity).only(
  'id',
  'tradeId',
  'memberCodeSelf',
  'statusCode',
  ...storedColumns.map(({ property }) => property),
);

function sentChange(view: ReturnType<typeof views.read>, judged: Versions): ViewChange {
  const { tradeId, memberCodeSelf, memberCodePartner, statusCode } = view;
  return {
    type: 'trade.updated',
    tradeId,
    memberCodeSelf,
    memberCodePartner,
    version: nextOf(judged.get(tradeId) ?? 0),
    statusCode: slipStatus.ordered,
    previousStatusCode: statusCode,
  };
}

/** A view with its new content. */
interface SentView {
  readonly view: ReturnType<typeof views.read>;
  readonly id: number;
  readonly tradeId: string;
  readonly memberCodeSelf: string;
  readonly changed: readonly string[];
  readonly digest: Buffer;
  readonly packedBody: Buffer;
}

/**
 * The number of bodies that are decompressed at the same time. Because of the limit on decompressed bodies, memory use does not
 * grow with the size of the request, and other requests get their turn.
 */
const slipsAtOnce = 10;

/** Returns all views of the slips after the change. Lists and amounts of a slip do not change when it is sent. */
async function sentViews(sql: Sql, tradeIds: readonly string[], at: JapanTime): Promise<SentView[]> {
  const { update_date: _, ...fields } = sentFields(at);
  const sent: SentView[] = [];
  for (let start = 0; start < tradeIds.length; start += slipsAtOnce) {
    // oxlint-disable-next-line no-await-in-loop
    const rows = await sql.query<{ readonly body: Buffer }>(selectViewsToSend(sql.dialect), [
      JSON.stringify(tradeIds.slice(start, start + slipsAtOnce)),
    ]);
    // oxlint-disable-next-line no-await-in-loop
    const unpacked = await unpackBodies(rows);
    const changed = rows.map(async (row, index) => {
      const view = views.read(row);
      const { body, changed: changedFields } = changeHeader(Buffer.from(unpacked[index]!.body), fields);
      return {
        view,
        id: view.id,
        tradeId: view.tradeId,
        memberCodeSelf: view.memberCodeSelf,
        changed: changedFields,
        digest: slipDigest(body, view),
        packedBody: await packBodyAside(body),
      };
    });
    // oxlint-disable-next-line no-await-in-loop
    sent.push(...(await Promise.all(changed)));
  }
  return sent;
}

export function selectViewsToSend(dialect: Dialect): string {
  return `SELECT ${views.columnsOf('found')}, (SELECT b.body FROM slip_body b WHERE b.slip_id = found.id) AS body
    ${rowsOfEach(dialect, viewsOfSlips(1))}`;
}

export function selectVersions(dialect: Dialect): string {
  return `SELECT found.trade_id, MAX(found.version) AS version ${rowsOfEach(dialect, viewsOfSlips(1))} GROUP BY found.trade_id`;
}

async function storedVersions(sql: Sql, tradeIds: readonly string[]): Promise<Versions> {
  const rows = await sql.query<{ readonly trade_id: string; readonly version: number }>(selectVersions(sql.dialect), [
    JSON.stringify(tradeIds),
  ]);
  return new Map(rows.map(({ trade_id, version }) => [trade_id, version]));
}

/** The number of views after which other requests get their turn. Other writers wait until all views are written. */
const viewsAtOnce = 100;

async function writeSent(
  transaction: Transaction,
  sent: readonly SentView[],
  judged: Versions,
  at: JapanTime,
): Promise<void> {
  const position = await takePosition(transaction, 'trade');
  for (let start = 0; start < sent.length; start += viewsAtOnce) {
    const some = sent.slice(start, start + viewsAtOnce);
    // oxlint-disable-next-line no-await-in-loop
    await updateViews(transaction, some, judged, at, position);
    // oxlint-disable-next-line no-await-in-loop
    await writeBodies(
      transaction,
      some.map(({ id, packedBody }) => ({ slipId: id, body: packedBody })),
    );
    // oxlint-disable-next-line no-await-in-loop
    await nextTurn();
  }
}

async function updateViews(
  transaction: Transaction,
  sent: readonly SentView[],
  judged: Versions,
  at: JapanTime,
  position: number,
): Promise<void> {
  const rows = sent.map(({ id, tradeId, digest }) => [id, judged.get(tradeId), digest.toString('hex')]);
  const { status_code, status_day, send_date, update_date } = sentFields(at);
  await transaction.execute(updateSent(transaction.dialect), [
    JSON.stringify(rows),
    status_code,
    status_day,
    send_date,
    update_date,
    status_day,
    position,
  ]);
}

export function updateSent(dialect: Dialect): string {
  return `UPDATE slip SET status_code = $2, kind = slip_kind, status_day = $3, send_day = $4, update_date = $5, update_day = $6,
       version = CAST(k.version AS BIGINT) + 1, sent_from = CAST(k.version AS BIGINT), load_id = ${noLoad},
       digest = ${bytesOfHex(dialect, 'k.digest')}, former_digest = NULL, former_version = NULL, former_update_day = NULL, position = $7
     FROM ${textRows(dialect, '$1', 'k', ['id', 'version', 'digest'])}
     WHERE slip.id = CAST(k.id AS BIGINT)`;
}

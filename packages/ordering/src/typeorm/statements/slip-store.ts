import type { Database, SqlValue, Transaction } from '@trading-platform/database';
import { formatTokyoDate } from '@trading-platform/domain-types';
import type { ImportStore, RowRemark, SavedRows } from '../../import/import-lines.js';
import type { Slip } from '../../trade/slip.js';
import { countChange, takeNumbers } from './counters.js';
import { textRows } from './json-rows.js';
import { knownMembers, type NamedMember, unknownMember } from './known-members.js';
import { Load } from './load.js';
import { afterWriting, EffectCount, effectOf, type LoadState } from './load-state.js';
import { forgetPairs, holdPairs, notePairs } from './member-pairs.js';
import { RowWriter, replaceOnConflict } from './write-rows.js';

const slipColumns = [
  'id',
  'trade_id',
  'member_code_self',
  'member_code_partner',
  'status_code',
  'kind',
  'customer_code',
  'group_code',
  'self_group_code',
  'fc_owner_member_code',
  'fc_owner_code',
  'delivery_place_id',
  'use_ac_svc',
  'perusal_flg',
  'has_comment',
  'is_modified',
  'is_resent',
  'update_day',
  'status_day',
  'order_day',
  'planned_shipping_day',
  'shipping_day',
  'delivery_day',
  'receipt_day',
  'send_day',
  'partner_groups',
  'item_ids',
  'private_item_ids',
  'catalog_ids',
  'version',
  'load_id',
  'digest',
  'former_digest',
  'former_version',
  'former_update_day',
] as const;

const slips = new RowWriter('slip', slipColumns, replaceOnConflict(['id'], slipColumns));
const bodies = new RowWriter('slip_body', ['slip_id', 'body'], replaceOnConflict(['slip_id'], ['body']));

/** The version of a slip that is new; each change adds one. */
const firstVersion = 1;

/** Where a `trade` import goes. One load at a time writes slips; others wait between its chunks. */
export function createSlipStore(database: Database): ImportStore<Slip> {
  const load = new Load(database);
  return {
    async transaction(work) {
      const loadId = await load.id();
      return database.transaction((transaction) => work((rows) => new SlipChunk(transaction, loadId).save(rows)));
    },
  };
}

const newEntry = { before: undefined, state: undefined, slip: undefined, storedPartner: undefined };

/** What a load may have to go back to, when a later line of the key has the old content again. */
interface Versioned extends LoadState {
  readonly version: number;
  readonly updateDay: string;
  readonly formerVersion: number | undefined;
  readonly formerUpdateDay: string | undefined;
}

interface Entry {
  readonly id: number;
  readonly before: Versioned | undefined;
  readonly state: Versioned | undefined;
  readonly slip: Slip | undefined;
  /** Before the chunk. */
  readonly storedPartner: string | undefined;
}

class SlipChunk {
  readonly #transaction: Transaction;
  readonly #loadId: number;
  readonly #today = formatTokyoDate(Date.now());
  readonly #effects = new EffectCount();

  constructor(transaction: Transaction, loadId: number) {
    this.#transaction = transaction;
    this.#loadId = loadId;
  }

  async save(rows: readonly Slip[]): Promise<SavedRows> {
    const firstId = await takeNumbers(this.#transaction, 'slip', rows.length);
    const known = await knownMembers(
      this.#transaction,
      rows.flatMap((row) => namedMembers(row).map(([, code]) => code)),
    );
    const entries = await this.#readEntries(rows);
    const refusals: RowRemark[] = [];
    for (const [index, row] of rows.entries()) {
      const reason = unknownMember(namedMembers(row), known);
      if (reason === undefined) this.#take(row, entries, firstId + index);
      else refusals.push({ index, reason });
    }
    await this.#write([...entries.values()].filter(isWritten));
    const { added, changed } = this.#effects;
    return { added, changed, refusals };
  }

  #take(slip: Slip, entries: Map<string, Entry>, freshId: number): void {
    const key = keyOf(slip.tradeId, slip.memberCodeSelf);
    const entry = entries.get(key) ?? { ...newEntry, id: freshId };
    if (entry.state?.digest.equals(slip.digest) === true) return;
    const state = this.#versioned(entry.state, slip);
    this.#effects.move(effectOf(entry.state, this.#loadId), effectOf(state, this.#loadId));
    entries.set(key, { ...entry, state, slip });
  }

  /** The first change that a load makes to a slip adds one to its version; going back to the old content takes it away. */
  #versioned(state: Versioned | undefined, slip: Slip): Versioned {
    const written = afterWriting(state, this.#loadId, slip.digest);
    const updateDay = slip.updateDate === '' ? this.#today : slip.updateDate.slice(0, 10);
    if (state === undefined) {
      return { ...written, version: firstVersion, updateDay, formerVersion: undefined, formerUpdateDay: undefined };
    }
    const touched = state.loadId === this.#loadId;
    const formerVersion = touched ? state.formerVersion : state.version;
    const formerUpdateDay = touched ? state.formerUpdateDay : state.updateDay;
    const restored = written.formerDigest?.equals(slip.digest) === true;
    return {
      ...written,
      version: restored ? (formerVersion ?? state.version) : (formerVersion ?? 0) + 1,
      updateDay: restored ? (formerUpdateDay ?? updateDay) : updateDay,
      formerVersion,
      formerUpdateDay,
    };
  }

  async #readEntries(rows: readonly Slip[]): Promise<Map<string, Entry>> {
    const found = await this.#transaction.query<StoredSlip>(
      `SELECT s.id, s.trade_id, s.member_code_self, s.member_code_partner, s.update_day, s.version, s.load_id, s.digest, s.former_digest,
         s.former_version, s.former_update_day
       FROM ${textRows(this.#transaction.dialect, '$1', 'k', ['trade_id', 'member_code_self'])} CROSS JOIN slip s
       WHERE s.trade_id = k.trade_id AND s.member_code_self = k.member_code_self`,
      [JSON.stringify(rows.map((row) => [row.tradeId, row.memberCodeSelf]))],
    );
    return new Map(found.map((row) => [keyOf(row.trade_id, row.member_code_self), entryOf(row)]));
  }

  async #write(written: readonly WrittenEntry[]): Promise<void> {
    if (written.length === 0) return;
    await slips.write(this.#transaction, written.map(slipValues));
    await bodies.write(
      this.#transaction,
      written.map(({ id, slip }) => [id, slip.packedBody]),
    );
    await this.#writePairs(written);
    await countChange(this.#transaction, 'trade');
  }

  async #writePairs(written: readonly WrittenEntry[]): Promise<void> {
    const left = written
      .filter(({ storedPartner, slip }) => storedPartner !== undefined && storedPartner !== slip.memberCodePartner)
      .map(({ storedPartner = '', slip }) => [slip.memberCodeSelf, storedPartner] as const);
    if (left.length > 0) await holdPairs(this.#transaction);
    if ((await forgetPairs(this.#transaction, left)) > 0) await countChange(this.#transaction, 'trade-pairs');
    await notePairs(
      this.#transaction,
      written.map(({ slip }) => [slip.memberCodeSelf, slip.memberCodePartner]),
    );
  }
}

type WrittenEntry = Entry & { readonly slip: Slip; readonly state: Versioned };

function isWritten(entry: Entry): entry is WrittenEntry {
  return entry.slip !== undefined && entry.before?.digest.equals(entry.slip.digest) !== true;
}

interface StoredSlip {
  readonly id: number;
  readonly trade_id: string;
  readonly member_code_self: string;
  readonly member_code_partner: string;
  readonly update_day: string;
  readonly version: number;
  readonly load_id: number;
  readonly digest: Buffer;
  readonly former_digest: Buffer | null;
  readonly former_version: number | null;
  readonly former_update_day: string | null;
}

function entryOf(row: StoredSlip): Entry {
  const state = {
    loadId: row.load_id,
    digest: row.digest,
    formerDigest: row.former_digest ?? undefined,
    version: row.version,
    updateDay: row.update_day,
    formerVersion: row.former_version ?? undefined,
    formerUpdateDay: row.former_update_day ?? undefined,
  };
  return { id: row.id, before: state, state, slip: undefined, storedPartner: row.member_code_partner };
}

function keyOf(tradeId: string, memberCodeSelf: string): string {
  return JSON.stringify([tradeId, memberCodeSelf]);
}

function namedMembers(slip: Slip): NamedMember[] {
  return [
    ['member_code_self', slip.memberCodeSelf],
    ['member_code_partner', slip.memberCodePartner],
    ['fc_owner_member_code', slip.fcOwnerMemberCode],
  ];
}

function slipValues({ id, slip, state }: WrittenEntry): SqlValue[] {
  return [
    id,
    slip.tradeId,
    slip.memberCodeSelf,
    slip.memberCodePartner,
    slip.statusCode,
    slip.kind,
    slip.customerCode,
    slip.groupCode,
    slip.selfGroupCode,
    slip.fcOwnerMemberCode,
    slip.fcOwnerCode,
    slip.deliveryPlaceId,
    slip.useAcSvc,
    slip.perusalFlg,
    Number(slip.hasComment),
    Number(slip.isModified),
    Number(slip.isResent),
    state.updateDay,
    slip.days.status,
    slip.days.order,
    slip.days.plannedShipping,
    slip.days.shipping,
    slip.days.delivery,
    slip.days.receipt,
    slip.days.send,
    slip.partnerGroups,
    slip.itemIds,
    slip.privateItemIds,
    slip.catalogIds,
    state.version,
    state.loadId,
    state.digest,
    state.formerDigest ?? null,
    state.formerVersion ?? null,
    state.formerUpdateDay ?? null,
  ];
}

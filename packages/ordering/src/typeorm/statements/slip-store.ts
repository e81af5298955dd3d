import { type Database, type Transaction, tableOf } from '@trading-platform/database';
import { errorCode, formatTokyoDate } from '@trading-platform/domain-types';
import type { ImportStore, RowRemark, SavedRows } from '../../import/import-lines.js';
import { firstVersion, isCurrentVersion } from '../../order/slip-version.js';
import type { Slip } from '../../trade/slip.js';
import { SlipEntity } from '../entities/slip.entity.js';
import { SlipBodyEntity } from '../entities/slip-body.entity.js';
import { countChange, takeNumbers } from './counters.js';
import { knownMembers, type NamedMember, unknownMember } from './known-members.js';
import { Load } from './load.js';
import { afterWriting, EffectCount, effectOf, type LoadState } from './load-state.js';
import { forgetPairs, holdPairs, notePairs } from './member-pairs.js';
import { rowsOfKeys } from './rows-of-keys.js';
import { RowWriter } from './write-rows.js';

const slipTable = tableOf(SlipEntity);
const slipKeys = ['tradeId', 'memberCodeSelf'] as const;
const storedSlips = slipTable.only(
  ...slipKeys,
  'id',
  'memberCodePartner',
  'updateDay',
  'version',
  'loadId',
  'digest',
  'formerDigest',
  'formerVersion',
  'formerUpdateDay',
);
type StoredSlip = ReturnType<typeof storedSlips.read>;

const slips = new RowWriter(slipTable, { replace: ['id'] });
const bodies = new RowWriter(tableOf(SlipBodyEntity), { replace: ['slipId'] });

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
      const reason = unknownMember(namedMembers(row), known) ?? this.#outdated(row, entries);
      if (reason === undefined) this.#take(row, entries, firstId + index);
      else refusals.push({ index, reason });
    }
    await this.#write([...entries.values()].filter(isWritten));
    const { added, changed } = this.#effects;
    return { added, changed, refusals };
  }

  /** Why a line is refused that names another version than the stored one; undefined if it is not. */
  #outdated({ version, tradeId, memberCodeSelf, digest }: Slip, entries: ReadonlyMap<string, Entry>) {
    const state = entries.get(keyOf(tradeId, memberCodeSelf))?.state;
    if (state === undefined) return undefined;
    const touched = state.loadId === this.#loadId;
    const stored = {
      version: touched ? state.formerVersion : state.version,
      replaced: state.digest.equals(digest) ? state.formerVersion : undefined,
    };
    if (isCurrentVersion(version, stored)) return undefined;
    return `version: another update was applied first (${errorCode.updatedElsewhere}), the stored version is ${stored.version}`;
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
      const version = slip.version ?? firstVersion;
      return { ...written, version, updateDay, formerVersion: undefined, formerUpdateDay: undefined };
    }
    const touched = state.loadId === this.#loadId;
    const formerVersion = touched ? state.formerVersion : state.version;
    const formerUpdateDay = touched ? state.formerUpdateDay : state.updateDay;
    const restored = written.formerDigest?.equals(slip.digest) === true;
    return {
      ...written,
      version: restored || formerVersion === undefined ? (formerVersion ?? state.version) : formerVersion + 1,
      updateDay: restored ? (formerUpdateDay ?? updateDay) : updateDay,
      formerVersion,
      formerUpdateDay,
    };
  }

  async #readEntries(rows: readonly Slip[]): Promise<Map<string, Entry>> {
    const keys = rows.map((row) => [row.tradeId, row.memberCodeSelf]);
    const found = await rowsOfKeys(this.#transaction, storedSlips, slipKeys, keys);
    return new Map(found.map((row) => [keyOf(row.tradeId, row.memberCodeSelf), entryOf(row)]));
  }

  async #write(written: readonly WrittenEntry[]): Promise<void> {
    if (written.length === 0) return;
    await slips.write(this.#transaction, written.map(slipRow));
    await bodies.write(
      this.#transaction,
      written.map(({ id, slip }) => ({ slipId: id, body: slip.packedBody })),
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

function entryOf(row: StoredSlip): Entry {
  const state = {
    loadId: row.loadId,
    digest: row.digest,
    formerDigest: row.formerDigest ?? undefined,
    version: row.version,
    updateDay: row.updateDay,
    formerVersion: row.formerVersion ?? undefined,
    formerUpdateDay: row.formerUpdateDay ?? undefined,
  };
  return { id: row.id, before: state, state, slip: undefined, storedPartner: row.memberCodePartner };
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

function slipRow({ id, slip, state }: WrittenEntry): SlipEntity {
  return {
    id,
    tradeId: slip.tradeId,
    memberCodeSelf: slip.memberCodeSelf,
    memberCodePartner: slip.memberCodePartner,
    statusCode: slip.statusCode,
    kind: slip.kind,
    customerCode: slip.customerCode,
    groupCode: slip.groupCode,
    selfGroupCode: slip.selfGroupCode,
    fcOwnerMemberCode: slip.fcOwnerMemberCode,
    fcOwnerCode: slip.fcOwnerCode,
    deliveryPlaceId: slip.deliveryPlaceId,
    useAcSvc: slip.useAcSvc,
    perusalFlg: slip.perusalFlg,
    hasComment: slip.hasComment,
    isModified: slip.isModified,
    isResent: slip.isResent,
    updateDay: state.updateDay,
    statusDay: slip.days.status,
    orderDay: slip.days.order,
    plannedShippingDay: slip.days.plannedShipping,
    shippingDay: slip.days.shipping,
    deliveryDay: slip.days.delivery,
    receiptDay: slip.days.receipt,
    sendDay: slip.days.send,
    partnerGroups: slip.partnerGroups,
    itemIds: slip.itemIds,
    privateItemIds: slip.privateItemIds,
    catalogIds: slip.catalogIds,
    version: state.version,
    loadId: state.loadId,
    digest: state.digest,
    formerDigest: state.formerDigest ?? null,
    formerVersion: state.formerVersion ?? null,
    formerUpdateDay: state.formerUpdateDay ?? null,
  };
}

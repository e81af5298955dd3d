import { type Database, type Transaction, tableOf } from '@trading-platform/database';
import { errorCode, formatTokyoDateTime } from '@trading-platform/domain-types';
import { transactionWithEvents } from '@trading-platform/event-log/typeorm';
import type { ImportStore, RowRemark, SavedRows } from '../../../import/import-lines.js';
import { firstVersion, isCurrentVersion } from '../../../order/slip-version.js';
import { storedColumns } from '../../../trade/field-columns.js';
import type { Slip } from '../../../trade/trade-format.js';
import { RemovedSlipEntity } from '../../entities/removed-slip.entity.js';
import { SlipEntity } from '../../entities/slip.entity.js';
import { countChange, takeNumbers } from '../common/counters.js';
import { rowsOfKeys } from '../common/rows-of-keys.js';
import { type PlacedSlip, writeSlips } from '../downloads/slip-rows.js';
import { tellOfManyViews, type ViewChange } from '../events/slip-events.js';
import { knownMembers, type NamedMember, unknownMember } from '../members/known-members.js';
import { forgetPairs, GatheredPairs, holdPairs, notePairs } from '../members/member-pairs.js';
import { writeImportHistory } from './import-history.js';
import { Load } from './load.js';
import { afterWriting, EffectCount, effectOf, type LoadState, type NetEffect } from './load-state.js';

const storedViews = tableOf(SlipEntity).only(
  'id',
  'tradeId',
  'memberCodeSelf',
  'statusCode',
  'updateDate',
  'version',
  'sentFrom',
  'loadId',
  'digest',
  'formerDigest',
  'formerVersion',
  'formerUpdateDate',
  ...storedColumns.map(({ property }) => property),
);
type StoredView = ReturnType<typeof storedViews.read>;

const removedSlips = tableOf(RemovedSlipEntity);

/**
 * Makes the store into which a `trade` file is imported. Only one import at a time can write slips. Between two chunks of an
 * import, other imports can write.
 */
export function createSlipStore(database: Database): ImportStore<Slip> {
  const load = new Load(database);
  return {
    async transaction(work) {
      const loadId = await load.id();
      return transactionWithEvents(database, async (transaction) => {
        const pairs = { named: new GatheredPairs(), left: new GatheredPairs() };
        const answer = await work((rows) => new SlipChunk(transaction, loadId, pairs).save(rows));
        await writePairs(transaction, pairs);
        return answer;
      });
    },
  };
}

/** The pairs of the written views, and the pairs that these views named before. */
interface PairsOfSlips {
  readonly named: GatheredPairs;
  readonly left: GatheredPairs;
}

/** A pair that one chunk has named and a later chunk has left is noted first, and forgotten afterwards. */
async function writePairs(transaction: Transaction, { named, left }: PairsOfSlips): Promise<void> {
  if (left.size > 0) await holdPairs(transaction);
  await notePairs(transaction, named);
  if ((await forgetPairs(transaction, left)) > 0) await countChange(transaction, 'trade-pairs');
}

/**
 * The state of a view before the import. The earlier state of a view is needed if a later line with the same key restores the old
 * content.
 */
interface ViewState extends LoadState {
  readonly updateDate: string;
  readonly formerUpdateDate: string | undefined;
}

/** One side's view of a slip, before and after the lines of a chunk. */
interface Entry {
  readonly id: number;
  readonly before: StoredView | undefined;
  readonly state: ViewState | undefined;
  readonly slip: Slip | undefined;
}

/** All views of one slip, as they were before the chunk. */
interface StoredSlip {
  /** The version of the slip or, if the slip was removed, its last version. Undefined if the slip was never stored. */
  readonly version: number | undefined;
  readonly isStored: boolean;
  /** The version of the slip before this import, or undefined if this import added the slip, or if the slip is not stored. */
  readonly formerVersion: number | undefined;
}

const neverStored: StoredSlip = { version: undefined, isStored: false, formerVersion: undefined };

class SlipChunk {
  readonly #transaction: Transaction;
  readonly #loadId: number;
  readonly #pairs: PairsOfSlips;
  readonly #now = formatTokyoDateTime(Date.now());
  readonly #effects = new EffectCount();
  #slips: ReadonlyMap<string, StoredSlip> = new Map();

  constructor(transaction: Transaction, loadId: number, pairs: PairsOfSlips) {
    this.#transaction = transaction;
    this.#loadId = loadId;
    this.#pairs = pairs;
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

  /**
   * If a line names a different version from the stored one, returns the reason why the line is refused. Returns
   * undefined for an accepted line.
   */
  #outdated({ version, tradeId, memberCodeSelf, digest }: Slip, entries: ReadonlyMap<string, Entry>) {
    const { formerVersion } = this.#slips.get(tradeId) ?? neverStored;
    const before = entries.get(keyOf(tradeId, memberCodeSelf))?.before;
    const replaced = before?.digest.equals(digest) === true ? (before.formerVersion ?? undefined) : undefined;
    if (isCurrentVersion(version, { version: formerVersion, replaced })) return undefined;
    return `version: another update was applied first (${errorCode.updatedElsewhere}), the stored version is ${formerVersion}`;
  }

  #take(slip: Slip, entries: Map<string, Entry>, freshId: number): void {
    const key = keyOf(slip.tradeId, slip.memberCodeSelf);
    const entry = entries.get(key) ?? { id: freshId, before: undefined, state: undefined, slip: undefined };
    if (hasContentOf(entry.state, slip)) return;
    const state = this.#stateAfter(entry.state, slip);
    this.#effects.move(this.#effectOf(entry.state), this.#effectOf(state));
    entries.set(key, { ...entry, state, slip });
  }

  /** If a line without an update date restores the content before this import, the earlier update date is restored too. */
  #stateAfter(state: ViewState | undefined, slip: Slip): ViewState {
    const written = afterWriting(state, this.#loadId, slip.digest);
    const formerUpdateDate = state?.loadId === this.#loadId ? state.formerUpdateDate : state?.updateDate;
    const restored = written.formerDigest?.equals(slip.digest) === true ? formerUpdateDate : undefined;
    return { ...written, updateDate: slip.updateDate || (restored ?? this.#now), formerUpdateDate };
  }

  #effectOf(state: ViewState | undefined): NetEffect {
    const effect = effectOf(state, this.#loadId);
    const isRedated = state?.loadId === this.#loadId && state.updateDate !== state.formerUpdateDate;
    return effect === 'none' && isRedated ? 'changed' : effect;
  }

  async #readEntries(rows: readonly Slip[]): Promise<Map<string, Entry>> {
    const tradeIds = [...new Set(rows.map(({ tradeId }) => tradeId))].map((tradeId) => [tradeId]);
    const views = await rowsOfKeys(this.#transaction, storedViews, ['tradeId'], tradeIds);
    const removed = await rowsOfKeys(this.#transaction, removedSlips, ['tradeId'], tradeIds);
    const slips = new Map<string, StoredSlip>();
    for (const { tradeId, version } of removed) slips.set(tradeId, { ...neverStored, version });
    for (const [tradeId, ofSlip] of Map.groupBy(views, (view) => view.tradeId)) {
      slips.set(tradeId, this.#storedSlip(ofSlip));
    }
    this.#slips = slips;
    return new Map(views.map((view) => [keyOf(view.tradeId, view.memberCodeSelf), entryOf(view)]));
  }

  #storedSlip(views: readonly StoredView[]): StoredSlip {
    const version = Math.max(...views.map((view) => view.version));
    const touched = views.find(({ loadId }) => loadId === this.#loadId);
    const formerVersion = touched === undefined ? version : (touched.formerVersion ?? undefined);
    return { version, isStored: true, formerVersion };
  }

  /**
   * Rule "one version": a chunk that changes a slip adds one to its version, whichever side's view is changed. A new slip gets
   * the version that its line names. Other views of this slip that the same import loads later get the same version.
   */
  #versionOf({ before, slip }: WrittenEntry): number {
    const { version = 0, isStored, formerVersion } = this.#slips.get(slip.tradeId) ?? neverStored;
    if (!isStored) return Math.max(version + 1, slip.version ?? firstVersion);
    const comesWithSlip = before === undefined && formerVersion === undefined;
    return comesWithSlip ? Math.max(version, slip.version ?? firstVersion) : version + 1;
  }

  async #write(written: readonly WrittenEntry[]): Promise<void> {
    if (written.length === 0) return;
    const placed = written.map((entry) => this.#placed(entry));
    await writeImportHistory(
      this.#transaction,
      placed.map(({ slip, state: { id, version } }, place) => ({ slip, id, version, before: written[place]?.before })),
    );
    await writeSlips(this.#transaction, placed);
    tellOfManyViews(
      this.#transaction,
      written.map((entry, place) => viewChange(entry, placed[place]!.state.version)),
    );
    this.#gatherPairs(written);
  }

  #placed(entry: WrittenEntry): PlacedSlip {
    const { id, before, slip, state } = entry;
    return {
      slip,
      state: {
        id,
        version: this.#versionOf(entry),
        sentFrom: before?.sentFrom ?? null,
        updateDate: state.updateDate,
        loadId: state.loadId,
        formerDigest: state.formerDigest ?? null,
        formerVersion: this.#slips.get(slip.tradeId)?.formerVersion ?? null,
        formerUpdateDate: state.formerUpdateDate ?? null,
      },
    };
  }

  #gatherPairs(written: readonly WrittenEntry[]): void {
    const left = written
      .filter(({ before, slip }) => before !== undefined && before.memberCodePartner !== slip.memberCodePartner)
      .map(({ before, slip }) => [slip.memberCodeSelf, before?.memberCodePartner ?? ''] as const);
    this.#pairs.left.add(left);
    this.#pairs.named.add(written.map(({ slip }) => [slip.memberCodeSelf, slip.memberCodePartner]));
  }
}

type WrittenEntry = Entry & { readonly slip: Slip; readonly state: ViewState };

function viewChange({ before, slip }: WrittenEntry, version: number): ViewChange {
  const { tradeId, memberCodeSelf, memberCodePartner, statusCode } = slip;
  return {
    type: before === undefined ? 'trade.created' : 'trade.updated',
    tradeId,
    memberCodeSelf,
    memberCodePartner,
    version,
    statusCode,
    previousStatusCode: before?.statusCode ?? '',
  };
}

function isWritten(entry: Entry): entry is WrittenEntry {
  return entry.slip !== undefined && !hasContentOf(entry.before, entry.slip);
}

/** A line without an update date matches any stored update date. */
function hasContentOf(known: Pick<ViewState, 'digest' | 'updateDate'> | undefined, slip: Slip): boolean {
  return known?.digest.equals(slip.digest) === true && (slip.updateDate === '' || slip.updateDate === known.updateDate);
}

function entryOf(view: StoredView): Entry {
  const state = {
    loadId: view.loadId,
    digest: view.digest,
    formerDigest: view.formerDigest ?? undefined,
    updateDate: view.updateDate,
    formerUpdateDate: view.formerUpdateDate ?? undefined,
  };
  return { id: view.id, before: view, state, slip: undefined };
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

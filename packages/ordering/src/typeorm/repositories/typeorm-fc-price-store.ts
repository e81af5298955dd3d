import { type Transaction, tableOf } from '@trading-platform/database';
import { type FcPriceRule, scopeKey } from '../../fc-price/fc-price-rule.js';
import type { ImportStore, RowRemark, SavedRows, SaveRows } from '../../import/import-lines.js';
import { FcPriceEntity } from '../entities/fc-price.entity.js';
import type { OrderingDatabase } from '../ordering-database.js';
import { countChange, holdNumbers } from '../sql/common/counters.js';
import { rowsOfKeys } from '../sql/common/rows-of-keys.js';
import { RowWriter } from '../sql/common/write-rows.js';
import { knownMembers, type NamedMember, unknownMember } from '../sql/members/known-members.js';

const table = tableOf(FcPriceEntity);
const key = ['scope', 'validFrom', 'dateBasis'] as const;
const writer = new RowWriter(table, { replace: key });

/**
 * The store into which an `fc-prices` file is imported. The key of a rule consists of owner, store, line, category, `valid_from`
 * and `date_basis`.
 */
export class TypeOrmFcPriceStore implements ImportStore<FcPriceRule> {
  constructor(private readonly database: OrderingDatabase) {}

  transaction<T>(work: (save: SaveRows<FcPriceRule>) => Promise<T>): Promise<T> {
    return this.database.transaction((transaction) => work((rows) => saveFcPrices(transaction, rows)));
  }
}

async function saveFcPrices(transaction: Transaction, rows: readonly FcPriceRule[]): Promise<SavedRows> {
  // The lock on the numbers of price rules ensures that only one import or removal of price rules runs at a time.
  await holdNumbers(transaction, 'fc-price');
  const refusals = await refusedRules(transaction, rows);
  const refused = new Set(refusals.map(({ index }) => index));
  const given = rows.filter((_, index) => !refused.has(index)).map((rule) => ({ ...rule, scope: scopeKey(rule) }));
  const rules = new Map(given.map((rule) => [keyOf(rule), rule]));
  const keys = [...rules.values()].map(({ scope, validFrom, dateBasis }) => [scope, validFrom, dateBasis]);
  const stored = await rowsOfKeys(transaction, table, key, keys);
  const before = new Map(stored.map((rule) => [keyOf(rule), contentOf(rule)]));
  const changed = [...rules].filter(([ruleKey, rule]) => before.get(ruleKey) !== contentOf(rule));
  const added = changed.filter(([ruleKey]) => !before.has(ruleKey)).length;
  await writer.write(
    transaction,
    inKeyOrder(changed).map(([, rule]) => rule),
  );
  if (changed.length > 0) await countChange(transaction, 'fc-prices');
  return { added, changed: changed.length - added, refusals };
}

async function refusedRules(transaction: Transaction, rows: readonly FcPriceRule[]): Promise<RowRemark[]> {
  const known = await knownMembers(
    transaction,
    rows.flatMap((row) => namedMembers(row).map(([, code]) => code)),
  );
  return rows.flatMap((row, index) => {
    const reason = unknownMember(namedMembers(row), known);
    return reason === undefined ? [] : [{ index, reason }];
  });
}

function namedMembers(rule: FcPriceRule): NamedMember[] {
  return [
    ['fc_owner_member_code', rule.fcOwnerMemberCode],
    ['member_code_store', rule.memberCodeStore],
  ];
}

function keyOf({ scope, validFrom, dateBasis }: FcPriceEntity): string {
  return JSON.stringify([scope, validFrom, dateBasis]);
}

function contentOf(rule: FcPriceEntity): string {
  return JSON.stringify(table.values(rule));
}

/** All writers lock rows in the same order, so that no two writers can wait for each other. */
function inKeyOrder<Rule>(rules: readonly (readonly [key: string, rule: Rule])[]) {
  return rules.toSorted(([one], [other]) => (one < other ? -1 : 1));
}

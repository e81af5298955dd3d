import type { Database, Transaction } from '@trading-platform/database';
import { type FcPriceRule, scopeKey } from '../../fc-price/fc-price-rule.js';
import type { ImportStore, RowRemark, SavedRows } from '../../import/import-lines.js';
import { countChange, holdNumbers } from '../statements/counters.js';
import { fcPriceColumns, fcPriceKey, fcPriceValues, readFcPrices } from '../statements/fc-price-rows.js';
import { knownMembers, type NamedMember, unknownMember } from '../statements/known-members.js';
import { RowWriter, replaceOnConflict } from '../statements/write-rows.js';

const writer = new RowWriter('fc_price', fcPriceColumns, replaceOnConflict(fcPriceKey, fcPriceColumns));

/** Where an `fc-prices` import goes; the key is owner, store, line, category, `valid_from` and `date_basis`. */
export function createFcPriceStore(database: Database): ImportStore<FcPriceRule> {
  return {
    transaction: (work) => database.transaction((transaction) => work((rows) => saveFcPrices(transaction, rows))),
  };
}

async function saveFcPrices(transaction: Transaction, rows: readonly FcPriceRule[]): Promise<SavedRows> {
  // Loads and removals of price rules follow each other.
  await holdNumbers(transaction, 'fc-price');
  const refusals = await refusedRules(transaction, rows);
  const refused = new Set(refusals.map(({ index }) => index));
  const rules = new Map(rows.filter((_, index) => !refused.has(index)).map((rule) => [keyOf(rule), rule]));
  const stored = await readFcPrices(transaction, [...new Set([...rules.values()].map(scopeKey))]);
  const before = new Map(stored.map((rule) => [keyOf(rule), contentOf(rule)]));
  const changed = [...rules].filter(([key, rule]) => before.get(key) !== contentOf(rule));
  const added = changed.filter(([key]) => !before.has(key)).length;
  await writer.write(
    transaction,
    inKeyOrder(changed).map(([, rule]) => fcPriceValues(rule)),
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

function keyOf(rule: FcPriceRule): string {
  return JSON.stringify(fcPriceValues(rule).slice(0, fcPriceKey.length));
}

function contentOf(rule: FcPriceRule): string {
  return JSON.stringify(fcPriceValues(rule));
}

/** One order for all writers, so that two of them never wait for each other. */
function inKeyOrder<Rule>(rules: readonly (readonly [key: string, rule: Rule])[]) {
  return rules.toSorted(([one], [other]) => (one < other ? -1 : 1));
}

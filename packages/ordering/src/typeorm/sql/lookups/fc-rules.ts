import { type Sql, tableOf } from '@trading-platform/database';
import type { FcPriceRule, ScopeKey } from '../../../fc-price/fc-price-rule.js';
import { FcPriceEntity } from '../../entities/fc-price.entity.js';
import { eachText, rowsOfEach } from '../common/rows-of-each.js';

const rules = tableOf(FcPriceEntity).without('scope');
const found = { wanted: eachText(1), table: rules.name, where: 'found.scope = wanted.value' };

/** Reads all rules that have one of these scopes, with one query. The scopes must be distinct. */
export async function readFcRules(sql: Sql, scopes: readonly ScopeKey[]): Promise<FcPriceRule[]> {
  if (scopes.length === 0) return [];
  const rows = await sql.query<object>(`SELECT ${rules.columnsOf('found')} ${rowsOfEach(sql.dialect, found)}`, [
    JSON.stringify(scopes),
  ]);
  return rows.map(rules.read);
}

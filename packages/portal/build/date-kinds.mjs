import { tradeRequest } from '@trading-platform/domain-types';
import { describedRecord } from '@trading-platform/domain-types/meanings';

const heads = { en: ['`target_date_set`', 'the period is about'], ja: ['`target_date_set`', '対象の日付'] };

/**
 * The dates of a slip that a request for slips can refer to.
 *
 * @param {'en' | 'ja'} language
 */
export function dateKinds(language) {
  const { values = [] } = describedRecord(tradeRequest).fields.find(({ name }) => name === 'target_date_set') ?? {};
  const rows = values.map(({ value, meaning, ja }) => [`\`${value}\``, language === 'en' ? meaning : ja]);
  return [heads[language], ['---', '---'], ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

import { ownLimits } from '../limits.js';
import type { DescribedField } from '../meanings/index.js';
import { dateFormat, dateTimeFormat } from '../tokyo-time.js';

/** The type of a column's values in typed formats. Codes are texts, because their leading zeros count. */
export type ColumnType = 'text' | 'integer' | 'decimal' | 'date' | 'timestamp';

const { priceDigits, priceDecimals } = ownLimits;

/** Decimal columns are large enough for every amount of the platform. */
export const decimalDigits = { precision: priceDigits + priceDecimals, scale: priceDecimals } as const;

const decimalSample = '1234.5';

/** The type of a column, derived from the meaning of its field. */
export function columnType({ name, type, format, pattern }: DescribedField): ColumnType {
  if (type === 'integer' || name === 'seq') return 'integer';
  if (format === dateFormat) return 'date';
  if (format === dateTimeFormat) return 'timestamp';
  if (pattern === undefined) return 'text';
  // oxlint-disable-next-line eslint/no-restricted-globals -- Patterns of meanings are tested to be linear.
  if (new RegExp(`^(?:${pattern})$`).test(decimalSample)) return 'decimal';
  return format?.includes(String(ownLimits.leadTimeDays)) === true ? 'integer' : 'text';
}

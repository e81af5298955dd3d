import { isDate, parseTokyoDateTime } from '@trading-platform/domain-types';
import { CliError } from '@trading-platform/terminal';
import { decimalDigits } from '../tables/column-type.js';
import type { Column } from '../tables/record-tables.js';

export type TypedValue = string | bigint | Date | null;

const decimalShape = new RegExp(
  `^(-?)(\\d{1,${decimalDigits.precision - decimalDigits.scale}})(?:\\.(\\d{1,${decimalDigits.scale}}))?$`,
);

/**
 * A value in the type of its column; `""` in any column but a text one is null. A decimal is a whole number of its last decimals.
 *
 * @throws CliError `input` if the value is none of that type, which can stand in fields that the platform passes on as loaded
 */
export function typedValue(value: string | number, column: Column): TypedValue {
  if (column.type === 'text') return String(value);
  if (value === '') return null;
  const text = String(value);
  const typed = read(text, column);
  if (typed !== undefined) return typed;
  const cure = `--text-column ${column.name} writes the column as text`;
  throw new CliError('input', `${column.name} is ${JSON.stringify(text)}, which is no ${column.type}: ${cure}`);
}

function read(text: string, { type }: Column): TypedValue | undefined {
  switch (type) {
    case 'integer':
      return /^-?\d{1,18}$/.test(text) ? BigInt(text) : undefined;
    case 'decimal':
      return readDecimal(text);
    case 'date':
      return isDate(text) ? new Date(`${text}T00:00:00Z`) : undefined;
    default:
      return parseTokyoDateTime(text);
  }
}

function readDecimal(text: string): bigint | undefined {
  const [, sign, whole, decimals = ''] = decimalShape.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const units = BigInt(whole + decimals.padEnd(decimalDigits.scale, '0'));
  return sign === '-' ? -units : units;
}

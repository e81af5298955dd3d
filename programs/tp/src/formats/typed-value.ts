import { isDate, parseTokyoDateTime, signedAmountForm } from '@trading-platform/domain-types';
import type { Column } from '@trading-platform/domain-types/tables';
import { type ColumnType, decimalDigits } from '@trading-platform/domain-types/tables';
import { CliError } from '@trading-platform/terminal';

export type TypedValue = string | bigint | Date | null;

// oxlint-disable-next-line eslint/no-restricted-globals -- A point parts two runs of digits.
const decimalShape = new RegExp(
  `^(-?)(\\d{1,${decimalDigits.precision - decimalDigits.scale}})(?:\\.(\\d{1,${decimalDigits.scale}}))?$`,
);

/** The error for a value that does not fit its column. */
export class UnfitValue extends CliError {
  readonly reason: string;

  constructor(value: string, { name, type }: Column) {
    const reason = `${name} is ${JSON.stringify(value)}, which is no ${words[type]}`;
    super('input', reason);
    this.reason = reason;
  }
}

/** The result of `make`, or the reason why a value does not fit its column. */
export function fitOrReason<Made extends object>(make: () => Made): Made | string {
  try {
    return make();
  } catch (error) {
    if (error instanceof UnfitValue) return error.reason;
    throw error;
  }
}

const words: Readonly<Record<ColumnType, string>> = {
  text: 'text',
  integer: 'integer',
  decimal: signedAmountForm.replace(/^a /, ''),
  date: 'date',
  timestamp: 'timestamp',
};

/**
 * A value, converted to the type of its column. `""` becomes null except in text columns. A decimal is an integer,
 * scaled by its decimal places.
 *
 * @throws UnfitValue if the value does not have that type. This is possible in fields whose values the platform passes
 * on unchanged.
 */
export function typedValue(value: string | number, column: Column): TypedValue {
  if (column.type === 'text') return String(value);
  if (value === '') return null;
  const text = String(value);
  const typed = read(text, column);
  if (typed !== undefined) return typed;
  throw new UnfitValue(text, column);
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

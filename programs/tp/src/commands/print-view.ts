import { CliError, type Outcome, print } from '@trading-platform/terminal';
import type { ViewOptions } from '../view-options.js';

/** Prints the result of a command as text, or as JSON with the fields that the user has named. */
export function printView({ json, text }: Outcome, { json: choice }: ViewOptions): void {
  print({ json: typeof choice === 'object' ? picked(json, choice) : json, text }, choice !== undefined);
}

/** The same list or object with some fields of each record. */
function picked(value: unknown, fields: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((element) => picked(element, fields));
  const record = value as Readonly<Record<string, unknown>>;
  return Object.fromEntries(fields.map((field) => [field, fieldOf(record, field)]));
}

function fieldOf(record: Readonly<Record<string, unknown>>, field: string): unknown {
  if (Object.hasOwn(record, field)) return record[field];
  throw new CliError('usage', `There is no field ${field}: name some of ${Object.keys(record).join(', ')}`);
}

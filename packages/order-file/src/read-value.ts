import { isDate } from '@trading-platform/domain-types';
import type { OrderField } from './order-form.js';

/** Codes that the platform has given. They consist of ASCII characters, so full-width characters are a typing habit. */
const platformCodes: ReadonlySet<string> = new Set(['member_code_self', 'member_code_partner', 'catalog_id']);

/** Japanese keyboards write a minus in several forms, one of which is the long vowel. */
const yearFirst = /^(\d{4})[-/.年ー−‐](\d{1,2})[-/.月ー−‐](\d{1,2})日?$/;
const digitsOnly = /^(\d{4})(\d{2})(\d{2})$/;
const reiwa = /^(?:令和|R)(元|\d{1,2})[-/.年ー−‐](\d{1,2})[-/.月ー−‐](\d{1,2})日?$/i;
const firstReiwa = 2019;
/** A day may be followed by its weekday, or by the time 0:00 that spreadsheets add. */
const dayEnd = /\s?(?:\([日月火水木金土]\)|\s0{1,2}:00(?::00)?)$/;

/**
 * Returns the value of a cell in the form that the platform reads: a day as `yyyy-MM-dd`, a number without separators,
 * and a code in half-width characters. The words of a coded value are replaced by its code. A value that cannot be read
 * is returned unchanged. Own codes and comments always stay as they are written.
 */
export function readValue(written: string, field: OrderField): string {
  const text = written.normalize('NFKC').trim();
  if (field.kind === 'date') return readDay(text) ?? written;
  if (field.type === 'decimal') return readDecimal(text) ?? written;
  if (field.values !== undefined) return readCoded(text, field) ?? written;
  if (field.type === 'code') return text;
  return platformCodes.has(field.name) && /^[\x21-\x7e]+$/.test(text) ? text : written;
}

function readDay(text: string): string | undefined {
  const day = text.replace(dayEnd, '');
  const [, year, month, date] = yearFirst.exec(day) ?? digitsOnly.exec(day) ?? ofReiwa(day) ?? [];
  if (year === undefined || month === undefined || date === undefined) return undefined;
  const read = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
  return isDate(read) ? read : undefined;
}

function ofReiwa(text: string): readonly (string | undefined)[] | undefined {
  const [, year, month, date] = reiwa.exec(text) ?? [];
  if (year === undefined) return undefined;
  return ['', String(firstReiwa - 1 + (year === '元' ? 1 : Number(year))), month, date];
}

/** Commas must separate groups of three digits, so that `1,5` is not read as 15. */
function readDecimal(text: string): string | undefined {
  const digits = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(text) ? text.replaceAll(',', '') : text;
  return /^\d+(?:\.\d+)?$/.test(digits) ? digits : undefined;
}

function readCoded(text: string, { values = [] }: OrderField): string | undefined {
  const meant = values.find(({ value, label }) =>
    [value, label.en, label.ja].some((word) => word.toLowerCase() === text.toLowerCase()),
  );
  return meant?.value;
}

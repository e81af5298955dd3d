import type { CellStyle } from './cell-style.js';

/** The longest number that a spreadsheet keeps with all its digits. */
const keptDigits = 15;
const dayMs = 86_400_000;

/** A cell as text, with what the spreadsheet may have lost of it. */
export interface CellText {
  readonly text: string;
  /** Whether the cell is a number without a format that shows leading zeros, so that any leading zeros are lost. */
  readonly isNumber: boolean;
  readonly lost?: 'cell-error' | 'digits';
}

/** Returns a number cell as a spreadsheet shows it, but with all digits and without separators. Days are `yyyy-MM-dd`. */
export function numberText(stored: string, style: CellStyle, isFrom1904: boolean): CellText {
  const number = Number(stored);
  if (!Number.isFinite(number)) return { text: stored, isNumber: false };
  if (style?.kind === 'date') return { text: dateText(number, isFrom1904) ?? stored, isNumber: false };
  const text = plain(number);
  if (Math.abs(number) >= 10 ** keptDigits) return { text, isNumber: true, lost: 'digits' };
  if (style?.kind === 'zeros' && /^\d+$/.test(text)) {
    return { text: text.padStart(style.digits, '0'), isNumber: false };
  }
  return { text, isNumber: true };
}

/** The decimal that a spreadsheet shows: at most 15 significant digits, and no exponent. */
function plain(number: number): string {
  const rounded = Number(number.toPrecision(keptDigits));
  const text = String(rounded);
  if (!text.includes('e')) return text;
  return Math.abs(rounded) < 1 ? rounded.toFixed(keptDigits) : BigInt(rounded).toString();
}

/** Spreadsheets count days from 1899-12-30 or from 1904-01-01. A part of a day is a time. */
function dateText(days: number, isFrom1904: boolean): string | undefined {
  const beginning = isFrom1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30);
  const ms = beginning + Math.round(days * 86_400) * 1_000;
  const isWithin = days >= 1 && ms < Date.UTC(10_000, 0, 1);
  if (!isWithin) return undefined;
  const iso = new Date(ms).toISOString();
  return (ms - beginning) % dayMs === 0 ? iso.slice(0, 10) : `${iso.slice(0, 10)} ${iso.slice(11, 19)}`;
}

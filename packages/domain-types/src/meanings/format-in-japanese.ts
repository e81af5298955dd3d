import { amountForm, quantityForm, signedAmountForm } from '../amount.js';
import { ownLimits } from '../limits.js';

const { priceDigits, priceDecimals } = ownLimits;
const digits = `整数部${priceDigits}桁以内、小数部${priceDecimals}桁以内`;

/** The forms of values that are described in words. A form such as `yyyy-MM-dd` is the same in both languages. */
const inJapanese: Readonly<Record<string, string>> = {
  [amountForm]: `0以上の数値（${digits}）`,
  [quantityForm]: `0より大きい数値（${digits}）`,
  [signedAmountForm]: `数値（${digits}）`,
  'a UUID': 'UUID',
  'decimal digits': '数字のみ',
  'four digits': '数字4桁',
  '1 to 12': '1から12',
  '1 to 31': '1から31',
  'E and six digits': 'Eと数字6桁',
  'T and 13 digits': 'Tと数字13桁',
  'seven characters 0 or 1, Sunday first': '0または1の7文字（日曜から土曜の順）',
  'a whole number (fixed), or a decimal with at most 4 decimals (rate)': '整数（固定）、または小数4桁以内の数値（率）',
  '43 to 128 letters, digits and . _ ~ -': '英数字と . _ ~ - の43から128文字',
  [`a whole number from 0 to ${ownLimits.leadTimeDays}`]: `0から${ownLimits.leadTimeDays}までの整数`,
  [`a whole number from 1 to ${ownLimits.listAnswerElements}`]: `1から${ownLimits.listAnswerElements}までの整数`,
};

/** The form of a value, for a reader of Japanese. */
export function formatInJapanese(format: string): string {
  return inJapanese[format] ?? format;
}

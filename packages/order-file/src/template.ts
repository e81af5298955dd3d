import { columnFields, type OrderForm } from './order-form.js';

/** The headings of a template: names of fields in English, and the words of the contract in Japanese. */
export function templateHeadings(form: OrderForm, language: 'en' | 'ja'): readonly string[] {
  return columnFields(form).map(({ name, label }) => (language === 'ja' ? label.ja : name));
}

/** Returns an empty CSV table for orders. The code is loaded when it is needed. */
export async function csvTemplate(form: OrderForm, language: 'en' | 'ja'): Promise<Uint8Array<ArrayBuffer>> {
  const { csvOf } = await import('./csv.js');
  return new TextEncoder().encode(csvOf(templateHeadings(form, language)));
}

/** Returns an empty Excel workbook for orders, whose columns are texts, so that codes keep their leading zeros. */
export async function workbookTemplate(form: OrderForm, language: 'en' | 'ja'): Promise<Uint8Array<ArrayBuffer>> {
  const { writeTextSheet } = await import('./workbook/write-text-sheet.js');
  return writeTextSheet(language === 'ja' ? '発注' : 'Orders', templateHeadings(form, language));
}

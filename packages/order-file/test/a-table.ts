import { readCsv } from '../src/csv.js';
import type { OrderTable } from '../src/order-file.js';

/** A table that was opened from a CSV text. */
export function aTable(text: string): OrderTable {
  return { format: 'table', name: 'orders.csv', encoding: 'utf-8', lost: [], numbers: new Set(), ...readCsv(text) };
}

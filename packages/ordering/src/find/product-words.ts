import type { MasterRecord } from '@trading-platform/domain-types';
import { findKey } from './find-key.js';

const longestWords = 1_000;
const fields = ['item_name', 'item_spec', 'item_id', 'private_item_code'] as const;

/** Returns the names, specifications and codes of a product as one key, the names first. */
export function productWords({ buy = [], catalog = [] }: Partial<MasterRecord>): string {
  const lines = [...catalog, ...buy];
  const texts = [
    ...fields.flatMap((field) => lines.map((line) => line[field])),
    ...catalog.map(({ catalog_id }) => catalog_id),
  ];
  return findKey([...new Set(texts)].join(' '), longestWords);
}

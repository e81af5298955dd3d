import type { Receipts } from '../src/index.js';

/** The receipts of an answer, all portions together. */
export async function allReceipts({ receipts }: { readonly receipts: () => Receipts }): Promise<string[]> {
  const all: string[] = [];
  for await (const portion of receipts()) all.push(...portion);
  return all;
}

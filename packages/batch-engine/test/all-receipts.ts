import type { Receipts } from '../src/index.js';

/** Returns all receipts of an answer in one list. */
export async function allReceipts({ receipts }: { readonly receipts: () => Receipts }): Promise<string[]> {
  const all: string[] = [];
  for await (const portion of receipts()) all.push(...portion);
  return all;
}

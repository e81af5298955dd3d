import type { Receipts } from '../src/index.js';

/** Returns the receipts of an answer, with all portions joined. */
export async function allReceipts({ receipts }: { readonly receipts: () => Receipts }): Promise<string[]> {
  const all: string[] = [];
  for await (const portion of receipts()) all.push(...portion);
  return all;
}

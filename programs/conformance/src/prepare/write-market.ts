import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { marketFiles } from '../market/index.js';

/** An import file of the kit's market. */
export interface WrittenFile {
  readonly kind: string;
  readonly path: string;
}

/** Writes the kit's market as import files and returns them in the order in which they must be loaded. */
export async function writeMarket(folder: string): Promise<readonly WrittenFile[]> {
  await mkdir(folder, { recursive: true });
  return Promise.all(
    marketFiles.map(async ({ kind, records }) => {
      const path = join(folder, `${kind}.ndjson`);
      await writeFile(path, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
      return { kind, path };
    }),
  );
}

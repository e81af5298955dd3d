import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Platform } from './platform.js';
import { programs } from './programs.js';
import { runProgram } from './run-program.js';

/** A market from the demo data. The files of the market are in a folder. */
export interface DemoMarket {
  readonly folder: string;
  /** The head office that can see all restaurants of the market. */
  readonly headOffice: string;
  /** The group codes of the head office's members. A request with all of these codes selects all members. */
  readonly memberGroups: readonly string[];
}

/**
 * Generates demo data of a given size and loads it with `tpctl`.
 *
 * @param more further options of the generator
 */
export async function loadDemoMarket(
  platform: Platform,
  kinds: readonly string[],
  size: string = 'small',
  more: readonly string[] = [],
): Promise<DemoMarket> {
  const folder = join(platform.folder, 'demo');
  const made = await runProgram(
    programs.demoData,
    ['--out', folder, '--size', size, '--only', kinds.join(','), ...more],
    { environment: platform.environment },
  );
  if (made.code !== 0) throw new Error(`No demo data: ${made.errors}`);
  for (const kind of kinds) {
    const { refused } = await platform.operate<{ refused: number }>(['import', kind, join(folder, `${kind}.ndjson`)]);
    if (refused > 0) throw new Error(`${refused} ${kind} lines were refused`);
  }
  const { demo } = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as {
    demo: { member_code: string; member_group_codes: string[] };
  };
  return { folder, headOffice: demo.member_code, memberGroups: demo.member_group_codes };
}

/** Returns the records of one kind, as they were loaded. */
export async function loadedRecords<Row>(market: DemoMarket, kind: string): Promise<Row[]> {
  const rows: Row[] = [];
  const lines = createInterface({ input: createReadStream(join(market.folder, `${kind}.ndjson`)) });
  for await (const line of lines) rows.push(JSON.parse(line) as Row);
  return rows;
}

import type { Database } from '@trading-platform/database';
import { ownLimits, type Partner } from '@trading-platform/domain-types';
import { findKey, hasWords, wordsOf } from '../../../find/find-key.js';
import { inFindTime } from '../../../find/find-time.js';
import type { Found } from '../../../find/finder.js';
import { listedPartners, type PartnerRow, selectPartners } from '../lists/partner-list.js';

const most = ownLimits.findAnswerElements;
const partnersPerPage = 500;

/** @see Finder.partners */
export async function findPartners(database: Database, caller: string, text: string): Promise<Found<Partner>> {
  const words = wordsOf(findKey(text));
  if (caller === '' || words.length === 0) return { elements: [], isComplete: true };
  const coded = await readPage(database, caller, '', [text]);
  const rows = new Map(coded.map((row) => [row.code, row]));
  const isComplete = await inFindTime((isOver) => compareNames(database, { caller, words, rows, isOver }));
  const found = [...rows.values()].slice(0, most);
  const elements = (await listedPartners(database, caller, found)).map(({ element }) => element);
  return { elements, isComplete };
}

interface Comparison {
  readonly caller: string;
  readonly words: readonly string[];
  /** Receives the partners that have the words. */
  readonly rows: Map<string, PartnerRow>;
  readonly isOver: () => boolean;
}

/** Compares the names and codes of the member's partners, page by page. Returns whether all pages were compared. */
async function compareNames(database: Database, { caller, words, rows, isOver }: Comparison): Promise<boolean> {
  for (let after: string | undefined = ''; after !== undefined && rows.size < most; ) {
    if (isOver()) return false;
    // Each page begins where the one before it ends.
    // oxlint-disable-next-line no-await-in-loop
    const page = await readPage(database, caller, after);
    for (const row of page.filter((partner) => hasWords(keyOf(partner), words))) rows.set(row.code, row);
    after = page.length < partnersPerPage ? undefined : page.at(-1)?.code;
  }
  return true;
}

function keyOf({ code, name, customer_code }: PartnerRow): string {
  return findKey(`${code} ${name} ${customer_code ?? ''}`);
}

async function readPage(
  database: Database,
  memberCode: string,
  after: string,
  partnerCodes?: readonly string[],
): Promise<readonly PartnerRow[]> {
  const { sql, values } = selectPartners(database.dialect, { memberCode, partnerCodes, after, limit: partnersPerPage });
  return database.query<PartnerRow>(sql, values);
}

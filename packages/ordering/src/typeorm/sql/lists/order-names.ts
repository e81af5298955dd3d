import type { Database, Dialect } from '@trading-platform/database';
import type { ListedOrder } from '@trading-platform/domain-types';
import { unpackBodies } from '../../../record/packed-body.js';
import { type RowsOfEach, rowsOfEach } from '../common/rows-of-each.js';

/** The fields of a listed order that only the body of its view contains. */
export type OrderNames = Required<Pick<ListedOrder, 'check_number' | 'member_name_self' | 'member_name_partner'>>;

/** The number of bodies that are decompressed together, so that memory use does not depend on the length of the list. */
const bodiesAtOnce = 50;

const wantedBodies: RowsOfEach = {
  wanted: {
    sqlite: 'json_each($1) AS wanted',
    postgres: 'jsonb_array_elements_text($1::jsonb) AS wanted(value)',
  },
  table: 'slip_body',
  where: 'found.slip_id = CAST(wanted.value AS BIGINT)',
};

/** Returns a query for the bodies of the views whose ids are in the list `$1`. */
export function selectBodies(dialect: Dialect): string {
  return `SELECT found.slip_id, found.body ${rowsOfEach(dialect, wantedBodies)}`;
}

/** Reads the names of views by their ids. A view that was removed meanwhile is left out. */
export async function readNames(database: Database, ids: readonly number[]): Promise<ReadonlyMap<number, OrderNames>> {
  const names = new Map<number, OrderNames>();
  for (let from = 0; from < ids.length; from += bodiesAtOnce) {
    const some = JSON.stringify(ids.slice(from, from + bodiesAtOnce));
    // oxlint-disable-next-line no-await-in-loop -- The bodies of one step are dropped before the next step.
    const rows = await database.query<BodyRow>(selectBodies(database.dialect), [some]);
    // oxlint-disable-next-line no-await-in-loop
    for (const [place, { body }] of (await unpackBodies(rows)).entries()) {
      names.set(Number(rows[place]?.slip_id), namesIn(body));
    }
  }
  return names;
}

interface BodyRow {
  readonly slip_id: number | string;
  readonly body: Buffer;
}

function namesIn(body: Uint8Array): OrderNames {
  const {
    check_number = '',
    member_name_self = '',
    member_name_partner = '',
  } = JSON.parse(`{${Buffer.from(body).toString()}`) as Partial<OrderNames>;
  return { check_number, member_name_self, member_name_partner };
}

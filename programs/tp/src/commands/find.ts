import type { Findings } from '@trading-platform/client';
import { interruptSignal } from '@trading-platform/terminal';
import { withConnection } from '../access/connect.js';
import type { ConnectOptions } from '../access/connect-options.js';
import { cellTable } from '../downloads/cell-table.js';
import type { ViewOptions } from '../view-options.js';
import { printView } from './print-view.js';

type ListName = Exclude<keyof Findings, 'complete_flg'>;

/** The heading and the columns of each kind of records. `--json` prints all fields. */
const kinds: Readonly<Record<ListName, { readonly heading: string; readonly fields: readonly string[] }>> = {
  slip_list: {
    heading: 'Slips',
    fields: ['trade_id', 'check_number', 'upload_no', 'status_code', 'order_day', 'member_name_partner'],
  },
  order_list: { heading: 'Orders', fields: ['upload_no', 'trade_id', 'check_number'] },
  batch_list: { heading: 'Batches', fields: ['batch_id', 'function', 'state', 'requested_at', 'record_count'] },
  product_list: {
    heading: 'Products',
    fields: ['catalog_id', 'item_id', 'private_item_code', 'item_name', 'item_spec', 'member_name_partner'],
  },
  partner_list: { heading: 'Partners', fields: ['member_code_partner', 'member_name_partner', 'customer_code'] },
};

const unlimited = Number.POSITIVE_INFINITY;

/** Finds single records by one text, and shows them by kind. */
export async function find(words: readonly string[], options: ConnectOptions & ViewOptions): Promise<void> {
  await withConnection(options, async ({ client }) => {
    const findings = await client.find(words.join(' '), { signal: interruptSignal() });
    const parts = (Object.keys(kinds) as ListName[]).flatMap((list) => tableOf(findings, list));
    const missing = findings.complete_flg === '1' ? [] : ['Some names were not compared: give more words or a code.'];
    const text = [...(parts.length === 0 ? ['none'] : parts), ...missing].join('\n\n');
    printView({ json: findings, text }, options);
  });
}

function tableOf(findings: Findings, list: ListName): readonly string[] {
  const records: readonly Readonly<Record<string, string>>[] = findings[list];
  if (records.length === 0) return [];
  const { heading, fields } = kinds[list];
  const rows = records.map((record) => fields.map((field) => record[field] ?? ''));
  const width = process.stdout.isTTY ? process.stdout.columns : unlimited;
  return [`${heading}\n${cellTable(fields, rows, width)}`];
}

import type { PlatformClient } from '@trading-platform/client';
import { type DownloadName, slipStatus, targetDateSet } from '@trading-platform/domain-types';
import { CliError, readObject } from '@trading-platform/terminal';
import { filtersOfKind, toRequest } from '../filters/filters.js';

type Values = Readonly<Record<string, unknown>>;

/** All slips that have an order day. The range of days is very wide, so that the criteria never change. */
const allSlips: Values = {
  target_date_set: targetDateSet.order,
  target_date_from: '2000-01-01',
  target_date_to: '2099-12-31',
  status_code: Object.values(slipStatus),
};

/** Filters whose selection can change although no record changes, so that a copy cannot follow the selection. */
const notFollowed = { trade: 'not_downloaded_flg' } as const;

/**
 * Reads `--filter KIND=FILE` options: request fields by kind.
 *
 * @throws CliError `usage`, `input`
 */
export async function readFilters(
  options: readonly string[],
  kinds: readonly DownloadName[],
): Promise<Map<DownloadName, Values>> {
  const filters = new Map<DownloadName, Values>();
  for (const option of options) {
    const [, name = '', file = ''] = /^([^=]*)=(.+)$/.exec(option) ?? [];
    const kind = kinds.find((known) => known === name);
    if (kind === undefined) {
      throw new CliError('usage', `--filter ${option}: write KIND=FILE, with KIND one of ${kinds.join(', ')}`);
    }
    if (filters.has(kind)) throw new CliError('usage', `--filter ${option}: there is one of ${kind} already`);
    filters.set(kind, await readFilter(kind, file));
  }
  return filters;
}

async function readFilter(kind: DownloadName, file: string): Promise<Values> {
  const values = await readObject(file);
  const known = filtersOfKind(kind).map(({ field }) => field);
  const stray = Object.keys(values).find((field) => !known.includes(field));
  if (stray !== undefined) throw new CliError('input', `${file}: ${kind} has no field ${stray}`);
  const marks = kind === 'trade' ? values[notFollowed.trade] : undefined;
  if (marks !== undefined && marks !== '0' && marks !== 0) {
    throw new CliError(
      'input',
      `${file}: a copy cannot follow ${notFollowed.trade} ${JSON.stringify(marks)}, which each delivery changes`,
    );
  }
  return values;
}

/** The request of a kind. By default it selects all visible records; the fields of the filter file override this. */
export async function requestOf(
  kind: DownloadName,
  filter: Values,
  sellers: () => Promise<readonly string[]>,
): Promise<object> {
  const filters = filtersOfKind(kind);
  if (kind === 'trade') return toRequest({}, filters, { ...withoutKinds(filter), ...filter });
  const needsSellers = filters.some(({ field, isRequired }) => field === 'member_code_seller' && isRequired);
  if (!needsSellers || filter['member_code_seller'] !== undefined) return toRequest({}, filters, filter);
  return toRequest({}, filters, { ...filter, member_code_seller: await sellers() });
}

/** The default `status_set` fits only the default statuses. */
function withoutKinds({ status_set }: Values): Values {
  const { status_code, ...rest } = allSlips;
  return status_set === undefined ? { ...rest, status_code } : rest;
}

/** The members whose settings concern the caller: its partners and itself. */
export async function sellersOf(
  { partners }: PlatformClient,
  memberCode: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const codes = new Set(memberCode === '' ? [] : [memberCode]);
  for await (const { member_code_partner: code } of partners.list({}, { signal })) codes.add(code);
  return [...codes].toSorted();
}

import { type BatchFunction, stepPath } from '../contract/batch-functions.js';
import { ignoreField } from '../mutants/calls.js';
import type { Mutant } from '../mutants/mutant.js';
import { beforeApi } from '../mutants/table.js';
import type { Fields } from '../probe/answer.js';
import { type Downloaded, download } from '../probe/batches.js';
import type { Probe } from '../probe/probe.js';
import type { Need, Requirement } from '../requirement/requirement.js';

/** The criteria of a filter, and the rule that decides which records fit these criteria. */
export interface Choice {
  readonly criteria: object;
  readonly fits: (record: Fields) => boolean;
}

/** A requirement about a filter: the filter must select exactly the records that fit. */
export interface Filter {
  readonly id: string;
  readonly source: string;
  readonly says: string;
  /** The request fields of the filter. A mutant of the filter ignores all of these fields. */
  readonly fields: readonly string[];
  /** Chooses criteria that some records fit and others do not. Returns undefined if all records are equal. */
  readonly choose: (records: readonly Fields[]) => Choice | undefined;
  readonly needs?: readonly Need[];
}

/** How a filter chooses its criteria, and what must be available for it. */
export type Choosing = Pick<Filter, 'fields' | 'choose'> & Partial<Pick<Filter, 'needs'>>;

/** Returns a function that makes the filters of one open point from the rows of a table. */
export function filtersOf(source: string, needs?: readonly Need[]) {
  return (id: string, says: string, choosing: Choosing, otherSource: string = source): Filter => ({
    id,
    source: otherSource,
    says,
    ...(needs === undefined ? {} : { needs }),
    ...choosing,
  });
}

/** Chooses a value that some records have and others do not have. */
export function byValue(
  field: string,
  valuesOf: (record: Fields) => readonly string[],
  sent: (value: string) => unknown = (value) => value,
): Choosing {
  return {
    fields: [field],
    choose(records) {
      const value = telling(records, valuesOf);
      if (value === undefined) return undefined;
      return { criteria: { [field]: sent(value) }, fits: (record) => valuesOf(record).includes(value) };
    },
  };
}

/** A download with which filters are judged. */
export interface FilteredDownload {
  readonly name: BatchFunction;
  /** Criteria that select all records. Each filter is added to these criteria. */
  readonly whole: (probe: Probe) => object;
  readonly keyOf: (record: Fields) => string;
}

/** Requires that a filter selects exactly the records that fit, in the same order as a download without the filter. */
export function filterRequirement(of: FilteredDownload, { choose, fields: _fields, ...rest }: Filter): Requirement {
  return {
    ...rest,
    check: async (probe) => {
      const { records } = await download(probe, of.name, of.whole(probe));
      const choice = choose(records) ?? probe.cannotJudge('all records have the same value in the field of the filter');
      const wanted = records.filter(choice.fits).map(of.keyOf);
      if (wanted.length === 0 || wanted.length === records.length) {
        probe.cannotJudge('the filter cannot distinguish any records in the data of this deployment');
      }
      const found = await download(probe, of.name, { ...of.whole(probe), ...choice.criteria });
      expectSelected(found, found.records.map(of.keyOf), wanted);
    },
  };
}

/** @throws Finding that names the first extra or missing record */
export function expectSelected({ get, check }: Downloaded, found: readonly string[], wanted: readonly string[]): void {
  const extra = found.find((key) => !wanted.includes(key));
  get.expect(extra === undefined, `${extra} is delivered, but does not fit`);
  const missing = wanted.find((key) => !found.includes(key));
  get.expect(missing === undefined, `${missing} fits, but is not delivered`);
  get.expectEqual(found, wanted, 'the order of the records');
  check.expectEqual(check.body['record_count'], String(wanted.length), 'record_count');
}

/** For each filter, a mutant that ignores the filter. */
export function filterMutants({ name }: FilteredDownload, filters: readonly Filter[]): readonly Mutant[] {
  return beforeApi(
    stepPath(name, 'request'),
    filters.map(({ id, says, fields }) => [`${says} – ignored`, id, ignoreField(...fields)]),
  );
}

/** Returns the first value that some records have and others do not have. */
export function telling(
  records: readonly Fields[],
  valuesOf: (record: Fields) => readonly string[],
): string | undefined {
  const values = new Set(records.flatMap(valuesOf).filter((value) => value !== ''));
  return [...values].find((value) => !records.every((record) => valuesOf(record).includes(value)));
}

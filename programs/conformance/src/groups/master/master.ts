import type { JudgedRecords } from '../../checks/download-records.js';
import { byValue, type Choosing, type FilteredDownload } from '../../checks/filters.js';
import { listOf, textOf } from '../../checks/records.js';
import { batchFunctions, stepPath } from '../../contract/batch-functions.js';
import type { Fields } from '../../probe/answer.js';
import { type Downloaded, download } from '../../probe/batches.js';
import type { Probe } from '../../probe/probe.js';

export const get = stepPath('master', 'get');
export const request = stepPath('master', 'request');

/** Downloads all products of the caller's own member. */
export function ownProducts(probe: Probe): Promise<Downloaded> {
  return download(probe, 'master');
}

export const ownMaster: FilteredDownload = { name: 'master', whole: () => ({}), keyOf: keyOf };

/** The master download, as the subject of the requirements that apply to master and trade downloads alike. */
export const judgedProducts: JudgedRecords = {
  of: batchFunctions.master,
  download: ownProducts,
  needs: ['records'],
  values: 'Every value of a master record is a string; a value that does not exist is "".',
  order: ['Master records are sorted by own member, partner and item, byte by byte.', 'own member, partner, item'],
  keyOf: keyParts,
};

/** The key of a master record: own member, partner and item (Spec 10). */
export function keyOf(record: Fields): string {
  return keyParts(record).join(' ');
}

export function keyParts(record: Fields): readonly string[] {
  return [textOf(record, 'member_code'), textOf(record, 'member_code_partner'), itemOf(record)];
}

function itemOf(record: Fields): string {
  const [buy] = listOf(record, 'buy');
  const [catalog] = listOf(record, 'catalog');
  return textOf(buy ?? {}, 'item_id') || textOf(catalog ?? {}, 'item_id');
}

type Kind = 'buy' | 'catalog';

/** A filter that selects a record if at least one line of the given kind fits. */
export function lineFilter(kind: Kind, criteria: object, fits: (line: Fields) => boolean): Choosing {
  return {
    fields: Object.keys(criteria),
    choose: () => ({ criteria, fits: (record) => listOf(record, kind).some(fits) }),
  };
}

/** A filter that compares a request field with a field of the lines. */
export function lineCode(kind: Kind, field: string): Choosing {
  const valuesOf = (record: Fields) => listOf(record, kind).map((line) => textOf(line, field));
  return byValue(field, valuesOf);
}

/** A filter that compares a list of codes with a field of the record. */
export function headerCode(field: string, read: string): Choosing {
  return byValue(
    field,
    (record) => [textOf(record, read)],
    (value) => [value],
  );
}

/**
 * A filter by a range of dates. One end of the range is the date of a record, to show whether this date is included.
 */
export function lineRange(kind: Kind, field: string, end: 'from' | 'to'): Choosing {
  const datesOf = (record: Fields) => listOf(record, kind).map((line) => textOf(line, 'update_date'));
  return {
    fields: [field],
    choose(records) {
      const dates = [...new Set(records.flatMap(datesOf))].filter((date) => date !== '').toSorted();
      const bound = end === 'from' ? dates.at(-1) : dates[0];
      if (bound === undefined || dates.length < 2) return undefined;
      const isIn = (date: string) => date !== '' && (end === 'from' ? date >= bound : date <= bound);
      return { criteria: { [field]: bound }, fits: (record) => datesOf(record).some(isIn) };
    },
  };
}

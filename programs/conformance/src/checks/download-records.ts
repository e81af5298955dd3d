import type { RecordDownload } from '../contract/batch-functions.js';
import { alter, nineHoursBefore, put, putAt, shortened, swapped, withT } from '../mutants/bodies.js';
import { fieldRows } from '../mutants/fields.js';
import type { Mutant } from '../mutants/mutant.js';
import { onApi } from '../mutants/table.js';
import type { Fields } from '../probe/answer.js';
import type { Downloaded } from '../probe/batches.js';
import type { Probe } from '../probe/probe.js';
import type { Need, Requirement } from '../requirement/requirement.js';
import { expectCreateDate } from './create-date.js';
import { expectNumbered, expectOrdered, expectShape, expectTextsOf, objectsAt } from './records.js';

/** A download whose records are judged, with the sentences of the contract about them. */
export interface JudgedRecords {
  readonly of: RecordDownload;
  /** Downloads the records with any account. */
  readonly download: (probe: Probe) => Promise<Downloaded>;
  readonly needs?: readonly Need[];
  /** The sentence of the contract about the values of the records. */
  readonly values: string;
  /** The sentence of the contract about the order of the records, and the text that reports a wrong order. */
  readonly order: readonly [says: string, finding: string];
  readonly keyOf: (record: Fields) => readonly string[];
}

/** Makes the requirements about a download's records: their fields, values, `seq` numbers and order. */
export function recordRequirements(judged: JudgedRecords): readonly Requirement[] {
  const { of, download, needs, values, order, keyOf } = judged;
  const { name, shapes, ids } = of;
  const [, ...objects] = shapes;
  const requirement = (
    id: string,
    source: string,
    says: string,
    check: (downloaded: Downloaded, probe: Probe) => void,
  ): Requirement => ({
    id,
    source,
    says,
    ...(needs === undefined ? {} : { needs }),
    check: async (probe) => check(await download(probe), probe),
  });
  const section = name === 'master' ? '2.4' : '2.5';
  return [
    ...objects.map((shape) =>
      requirement(
        shape.names,
        section,
        `${shape.title} has exactly ${countOf(shape.fields)} fields, in the order of the contract.`,
        ({ get }, probe) => {
          if (objectsAt(get, shape.place).length === 0)
            probe.cannotJudge(`there is no ${shape.title.replace(/^An? /, '')}`);
          expectShape(get, shape);
        },
      ),
    ),
    requirement(ids.texts, '2', values, ({ get }) => {
      for (const shape of objects) expectTextsOf(get, shape);
    }),
    requirement(
      ids.seq,
      '2.3',
      `The records of a ${name} download are numbered from 1 without a gap.`,
      ({ get, records, count }) => {
        expectNumbered(get, records);
        get.expectEqual(records.length, count, 'the number of records');
      },
    ),
    requirement(ids.batchId, section, `Each ${name} record names its batch.`, ({ get, records, batchId }) => {
      for (const record of records) get.expectEqual(record['batch_id'], batchId, 'batch_id');
    }),
    requirement(
      ids.createDate,
      'open-points: snapshot-of-a-batch',
      `create_date is the time of the data in Japan time. It is the same in all ${name} records.`,
      ({ get, records }) => expectCreateDate(get, records),
    ),
    requirement(ids.order, 'open-points: order-of-records', order[0], ({ get, records }) =>
      expectOrdered(get, records.map(keyOf), order[1]),
    ),
  ];
}

/** Requires that the answer of a get call contains the envelope and the list of records. */
export function getRequirement({ of: { name, shapes }, download, needs }: JudgedRecords): Requirement {
  const [answer] = shapes;
  return {
    id: answer.names,
    source: name === 'master' ? '4.7' : '4.8',
    says: `The answer to a ${name} get has the envelope and ${name}[].`,
    ...(needs === undefined ? {} : { needs }),
    check: async (probe) => expectShape((await download(probe)).get.expectNormal(), answer),
  };
}

function countOf({ length }: readonly string[]): string {
  return length === 2 ? 'two' : String(length);
}

/** An instant at the beginning of 2027, different for each record. */
const instant = (index: number) => `2027-01-01 00:00:0${index % 10}`;

/** Mutants whose records have wrong fields, values, numbers or a wrong order. */
export function recordMutants({ name, path, shapes, ids }: RecordDownload): readonly Mutant[] {
  return onApi(`${path}/get`, [
    ...shapes.flatMap(fieldRows),
    ['result 1 in a normal answer', shapes[0].names, put('', 'result', 1)],
    ['numbered from 0', ids.seq, alter(name, 'seq', (_, index) => String(index))],
    ['seq 2 skipped', ids.seq, alter(name, 'seq', (_, index) => String(index === 0 ? 1 : index + 2))],
    ['seq as a number', ids.seq, alter(name, 'seq', Number)],
    ['the last record missing', ids.seq, shortened(name)],
    ['batch_id of another batch', ids.batchId, put(name, 'batch_id', '1000000000000')],
    ['batch_id empty', ids.batchId, put(name, 'batch_id', '')],
    ['create_date of the second record later', ids.createDate, putAt(name, 1, 'create_date', '2027-01-01 00:00:00')],
    [
      'a different create_date in each record',
      ids.createDate,
      alter(name, 'create_date', (_, index) => instant(index)),
    ],
    ['create_date with T', ids.createDate, alter(name, 'create_date', withT)],
    ['create_date in UTC', ids.createDate, alter(name, 'create_date', nineHoursBefore)],
    ['the first two records swapped', ids.order, swapped(name)],
  ]);
}

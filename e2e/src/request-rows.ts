/** A field, a value, and the code with which it is refused; `undefined` where it is taken. */
export type RequestRow = readonly [field: string, value: unknown, code: string | undefined, item?: string];

/** Limits of a list field, and what can stand in it. */
export interface ListLimits {
  readonly most: number;
  /** An element that is taken. Default: any code. */
  readonly element?: string;
  /** What an unknown element is refused with. Default: it is taken. */
  readonly unknown?: string;
}

/** The longest element of a list, in characters; the contract sets no limit. */
const longestElement = 200;

/** `response_type` (Spec 4, 8). */
export const responseType: readonly RequestRow[] = [
  ['response_type', undefined, undefined],
  ['response_type', 'json', undefined],
  ['response_type', 'xml', 'E000004'],
  ['response_type', 'JSON', 'E000004'],
  ['response_type', 'jsonjsonj', 'E000004'],
  ['response_type', 'jsonjsonjs', 'E000004'],
  ['response_type', 'jsonjsonjso', 'E000003'],
  ['response_type', 1, 'E000002'],
  ['response_type', {}, 'E000002'],
];

/** The field must be there. */
export function required(field: string): RequestRow[] {
  return [undefined, null, ''].map((value): RequestRow => [field, value, 'E000001']);
}

/** The field may be left out. */
export function optional(field: string): RequestRow[] {
  return [undefined, null, ''].map((value): RequestRow => [field, value, undefined]);
}

/** A text of at most so many characters: one below, at, one above. */
export function text(field: string, longest: number): RequestRow[] {
  return [
    [field, 'x'.repeat(longest - 1), undefined],
    [field, 'x'.repeat(longest), undefined],
    [field, 'x'.repeat(longest + 1), 'E000003'],
    [field, '日'.repeat(longest), undefined],
    [field, '日'.repeat(longest + 1), 'E000003'],
    ...notText(field),
  ];
}

/** A coded value: each of its set, and what is outside. */
export function coded(field: string, values: readonly string[]): RequestRow[] {
  return [
    ...values.flatMap((value): RequestRow[] => [
      [field, value, undefined],
      [field, Number(value), undefined],
    ]),
    ...[String(values.length), '-1', -1, '00', ' 0', 'x'].map((value): RequestRow => [field, value, 'E000004']),
    ...[true, ['0'], { code: '0' }, 0.5].map((value): RequestRow => [field, value, 'E000002']),
  ];
}

/** A day, `yyyy-MM-dd`. */
export function day(field: string, taken: string): RequestRow[] {
  const wrong = [
    '2026-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-1-5',
    '20260105',
    '2026/01/05',
    `${taken} 00:00:00`,
    'x',
  ];
  return [[field, taken, undefined], ...wrong.map((value): RequestRow => [field, value, 'E000002']), ...notText(field)];
}

/** A second, `yyyy-MM-dd HH:mm:ss`. */
export function dateTime(field: string): RequestRow[] {
  const wrong = [
    '2026-02-29 00:00:00',
    '2026-13-01 00:00:00',
    '2026-11-21 24:00:00',
    '2026-11-21 10:60:00',
    '2026-11-21 10:00:60',
    '2026-11-21 10:00',
    '2026-11-21 10:00:000',
    '2026-11-21T10:00:00',
    '2026-11-21',
  ];
  return [
    [field, '2026-11-21 10:00:00', undefined],
    [field, '2024-02-29 23:59:59', undefined],
    ...wrong.map((value): RequestRow => [field, value, 'E000002']),
    ...notText(field),
  ];
}

/** A list of codes: one element below its limit, at, one above; elements of every form. */
export function list(field: string, { most, element, unknown }: ListLimits): RequestRow[] {
  const elements = (count: number) => Array.from({ length: count }, (_, index) => element ?? `C${index}`);
  const one = element ?? 'C1';
  return [
    [field, elements(most - 1), undefined],
    [field, elements(most), undefined],
    [field, elements(most + 1), 'E000007'],
    [field, [one, { any_name: one }], undefined],
    [
      field,
      [
        { any_name: one, note: null },
        { any_name: one, note: '' },
      ],
      undefined,
    ],
    [field, [null, one, '', {}, { any_name: '' }, { any_name: null }], undefined],
    [field, [null, one, true], 'E000002', `${field}[2]`],
    [field, [null, one, 'nobody'], unknown, `${field}[2]`],
    [field, [one, Number(one.replace('C', ''))], undefined],
    [field, [one, 'x'.repeat(longestElement)], unknown, `${field}[1]`],
    [field, [one, 'x'.repeat(longestElement + 1)], 'E000003', `${field}[1]`],
    [field, [one, 'nobody'], unknown, `${field}[1]`],
    [field, [true], 'E000002', `${field}[0]`],
    [field, [one, { one, two: one }], 'E000002', `${field}[1]`],
    [field, [one, [one]], 'E000002', `${field}[1]`],
    [field, [one, 1.5], 'E000002', `${field}[1]`],
    [field, one, 'E000002'],
    [field, { code: one }, 'E000002'],
    [field, true, 'E000002'],
  ];
}

/** A list of coded values, with the same element as often as its limit allows. */
export function codedList(field: string, most: number, values: readonly string[]): RequestRow[] {
  const [one = ''] = values;
  const elements = (count: number) => Array.from({ length: count }, (_, index) => values[index % values.length]);
  return [
    [field, elements(most - 1), undefined],
    [field, elements(most), undefined],
    [field, elements(most + 1), 'E000007'],
    ...values.flatMap((value): RequestRow[] => [
      [field, [value], undefined],
      [field, [{ [field]: Number(value) }], undefined],
    ]),
    ...['0', '1', '11', '99', '100', 'x', ` ${one}`].map(
      (value): RequestRow => [field, [one, value], 'E000004', `${field}[1]`],
    ),
    [field, [true], 'E000002', `${field}[0]`],
    [field, one, 'E000002'],
    [field, Number(one), 'E000002'],
  ];
}

/** Lists that count as left out. */
export function emptyLists(field: string, code?: string): RequestRow[] {
  return [[], [{}], null, undefined, '', [null, ''], [{ code: '' }, {}]].map(
    (value): RequestRow => [field, value, code],
  );
}

/** The number of a batch; `batchId` is that of one which can be read. */
export function batchNumber(batchId: unknown): RequestRow[] {
  return [
    ['batch_id', batchId, undefined],
    ...required('batch_id'),
    ['batch_id', '9'.repeat(17), 'E000009'],
    ['batch_id', '9'.repeat(18), 'E000009'],
    ['batch_id', '9'.repeat(19), 'E000003'],
    ['batch_id', '0', 'E000009'],
    ...['abc', '-1', ' 1', '1.0', 1.5, true, ['1'], { batch_id: '1' }].map(
      (value): RequestRow => ['batch_id', value, 'E000002'],
    ),
  ];
}

/** The ends of a range of at most so many records, beside `seq_from` 1 and `seq_to` 2. */
export function range(most: number): RequestRow[] {
  return [
    ...['seq_from', 'seq_to'].flatMap((field): RequestRow[] => [
      ...required(field),
      [field, '1', undefined],
      [field, 1, undefined],
      [field, '2', undefined],
      [field, '0', 'E000011'],
      ...['-1', 'a', '1.0', 0.5, true, ['1'], { seq: '1' }].map((value): RequestRow => [field, value, 'E000002']),
    ]),
    ['seq_from', '3', 'E000011', 'seq_to'],
    ['seq_to', String(most - 1), undefined],
    ['seq_to', String(most), undefined],
    ['seq_to', String(most + 1), 'E000011'],
    ['seq_to', '9007199254740992', 'E000011'],
  ];
}

/** A value for the title of a test. */
export function shown(value: unknown): string {
  if (typeof value === 'symbol') return String(value.description);
  const json = JSON.stringify(value) ?? 'absent';
  return json.length > 50 ? `${json.slice(0, 40)}… (${json.length})` : json;
}

function notText(field: string): RequestRow[] {
  return [true, 20_261_121, ['x'], { code: 'x' }].map((value): RequestRow => [field, value, 'E000002']);
}

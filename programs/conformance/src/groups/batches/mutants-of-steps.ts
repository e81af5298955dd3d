import {
  beforeApi,
  changeBody,
  drop,
  type Edit,
  each,
  header,
  isAt,
  json,
  jsonOf,
  moveLast,
  onApi,
  put,
  rename,
  status,
  text,
  whenCall,
} from '../../mutants/edits.js';
import type { Mutant, Rule } from '../../mutants/mutant.js';
import { paths } from './known-batch.js';

const { request, check, confirm, get } = paths;
const ofList = (change: (list: Record<string, unknown>[]) => unknown): Edit =>
  json((body) => {
    if (Array.isArray(body['master'])) body['master'] = change(body['master']) ?? body['master'];
  });
const refused: Edit = (answer) => {
  answer.status = 400;
  answer.body = Buffer.from(
    '{"request_id":"x","result":1,"error_list":[{"error_item":"batch_id","error_code":"E000010","error_detail":"No."}]}',
  );
};
/** Changes the records of every second get. */
function everySecond(edit: Edit): () => Rule {
  return () => {
    let calls = 0;
    return async (call, pass) => {
      const answer = await pass();
      if (call.service === 'api' && isAt(call, get) && calls++ % 2 === 1) edit(answer, call);
      return answer;
    };
  };
}

/** Wrong answers of request, confirm and get. */
export const stepMutants: readonly Mutant[] = [
  {
    name: 'a request answers batchId',
    noticedBy: ['BAT-001', 'BAT-002'],
    rule: onApi(request, rename('', 'batch_id', 'batchId')),
  },
  {
    name: 'a request answers its state as well',
    noticedBy: ['BAT-001'],
    rule: onApi(request, put('', 'batch_flg', '1')),
  },
  { name: 'a request is a 202', noticedBy: ['BAT-001'], rule: onApi(request, status(202)) },
  { name: 'batch_id is a number', noticedBy: ['BAT-002'], rule: onApi(request, put('', 'batch_id', Number)) },
  {
    name: 'batch_id is a UUID',
    noticedBy: ['BAT-002'],
    rule: onApi(request, put('', 'batch_id', '019d2f4e-6f0a-7c3e-9b1d-2f6f0c6f7a11')),
  },
  {
    name: 'the same body answers the same batch',
    noticedBy: ['BAT-003'],
    rule: onApi(request, put('', 'batch_id', '41')),
  },
  {
    name: 'numbers of batches go down',
    noticedBy: ['BAT-003'],
    rule: onApi(
      request,
      put('', 'batch_id', (id: unknown) => String(1_000_000 - Number(id))),
    ),
  },
  {
    name: 'record_count stands before batch_flg',
    noticedBy: ['BAT-004'],
    rule: onApi(check, moveLast('', 'batch_flg')),
  },
  { name: 'a confirm has a field more', noticedBy: ['BAT-004'], rule: onApi(check, put('', 'batch_id', '1')) },
  { name: 'record_count is a number', noticedBy: ['BAT-005'], rule: onApi(check, put('', 'record_count', Number)) },
  { name: 'batch_flg is a word', noticedBy: ['BAT-005'], rule: onApi(check, put('', 'batch_flg', 'finished')) },
  { name: 'batch_flg 9', noticedBy: ['BAT-005'], rule: onApi(check, put('', 'batch_flg', '9')) },
  { name: 'there is no confirm', noticedBy: ['BAT-006'], rule: onApi(confirm, status(404)) },
  {
    name: 'confirm tells another state than check',
    noticedBy: ['BAT-006'],
    rule: onApi(confirm, put('', 'batch_flg', '2')),
  },
  {
    name: 'record_count is one too high',
    noticedBy: ['BAT-007'],
    rule: onApi(
      check,
      put('', 'record_count', (count: unknown) => String(Number(count) + 1)),
    ),
  },
  {
    name: 'the last record is missing',
    noticedBy: ['BAT-007', 'BAT-019', 'BAT-020'],
    rule: onApi(
      get,
      ofList((list) => list.slice(0, -1)),
    ),
  },
  { name: 'a finished batch is told as 0', noticedBy: ['BAT-007'], rule: onApi(check, put('', 'batch_flg', '0')) },
  { name: 'a batch without data is told as 3', noticedBy: ['BAT-008'], rule: onApi(check, put('', 'batch_flg', '3')) },
  { name: 'a batch without data is told as 5', noticedBy: ['BAT-008'], rule: onApi(check, put('', 'batch_flg', '5')) },
  { name: 'no data is an empty record_count', noticedBy: ['BAT-008'], rule: onApi(check, put('', 'record_count', '')) },
  { name: 'a get without data is refused', noticedBy: ['BAT-009', 'BAT-016'], rule: onApi(get, refused) },
  { name: 'a get without data has no list', noticedBy: ['BAT-009', 'BAT-016'], rule: onApi(get, drop('', 'master')) },
  { name: 'a get without data has null', noticedBy: ['BAT-009', 'BAT-016'], rule: onApi(get, put('', 'master', null)) },
  { name: 'the list is named records', noticedBy: ['BAT-010'], rule: onApi(get, rename('', 'master', 'records')) },
  {
    name: 'the list stands before the envelope',
    noticedBy: ['BAT-010'],
    rule: onApi(
      get,
      json(({ master, ...envelope }) => ({ master, ...envelope })),
    ),
  },
  { name: 'a get tells record_count as well', noticedBy: ['BAT-010'], rule: onApi(get, put('', 'record_count', '5')) },
  {
    name: 'seq is counted from 0',
    noticedBy: ['BAT-011', 'BAT-014'],
    rule: onApi(
      get,
      put('master', 'seq', (seq: unknown) => String(Number(seq) - 1)),
    ),
  },
  {
    name: 'a seq is skipped',
    noticedBy: ['BAT-011', 'BAT-014'],
    rule: onApi(
      get,
      put('master', 'seq', (seq: unknown) => String(Number(seq) + (Number(seq) > 1 ? 1 : 0))),
    ),
  },
  { name: 'seq is a number', noticedBy: ['BAT-011', 'BAT-014'], rule: onApi(get, put('master', 'seq', Number)) },
  {
    name: 'each page counts from 1',
    noticedBy: ['BAT-014', 'BAT-019'],
    rule: onApi(
      get,
      each('master', (record, index) => {
        record['seq'] = String(index + 1);
      }),
    ),
  },
  {
    name: 'records carry the number of another batch',
    noticedBy: ['BAT-012'],
    rule: onApi(get, put('master', 'batch_id', '1')),
  },
  {
    name: 'one record carries no batch_id',
    noticedBy: ['BAT-012'],
    rule: onApi(
      get,
      each('master', (record, index) => {
        if (index === 1) delete record['batch_id'];
      }),
    ),
  },
  {
    name: 'create_date is the instant of the get',
    noticedBy: ['BAT-013'],
    rule: onApi(
      get,
      each('master', (record, index) => {
        record['create_date'] = `2026-01-01 00:00:0${index % 10}`;
      }),
    ),
  },
  {
    name: 'create_date is of ISO 8601',
    noticedBy: ['BAT-013'],
    rule: onApi(
      get,
      put('master', 'create_date', (date: unknown) => String(date).replace(' ', 'T')),
    ),
  },
  {
    name: 'the end of a range is left out',
    noticedBy: ['BAT-014', 'BAT-017'],
    rule: beforeApi(
      get,
      changeBody((body) => {
        body['seq_to'] = String(Math.max(Number(body['seq_from']), Number(body['seq_to']) - 1));
      }),
    ),
  },
  { name: 'a range past the end is refused', noticedBy: ['BAT-015'], rule: onApi(get, refused) },
  {
    name: 'what lies beyond the end comes as empty records',
    noticedBy: ['BAT-015'],
    rule: onApi(
      get,
      ofList((list) => [...list, {}]),
    ),
  },
  {
    name: 'a range beyond the end is the last record',
    noticedBy: ['BAT-016'],
    rule: onApi(get, put('', 'master', [{ seq: '1' }])),
  },
  {
    name: 'integers are refused',
    noticedBy: ['BAT-017'],
    rule: onApi(
      get,
      whenCall((call) => typeof jsonOf(call.body)?.['seq_from'] === 'number', refused),
    ),
  },
  {
    name: 'a repeated get is a stale page',
    noticedBy: ['BAT-018'],
    rule: everySecond(ofList((list) => list.toReversed())),
  },
  {
    name: 'a repeated get has the time of the repeat',
    noticedBy: ['BAT-018'],
    rule: everySecond(put('master', 'create_date', '2026-01-01 00:00:00')),
  },
  {
    name: 'a repeated get has other blanks',
    noticedBy: ['BAT-018'],
    rule: everySecond(text((body) => body.replace('"seq":', '"seq": '))),
  },
  {
    name: 'pages overlap',
    noticedBy: ['BAT-019', 'BAT-014'],
    rule: beforeApi(
      get,
      changeBody((body) => {
        if (Number(body['seq_from']) > 1) body['seq_from'] = String(Number(body['seq_from']) - 1);
      }),
    ),
  },
  {
    name: 'the CRC is that of the whole body',
    noticedBy: ['BAT-020'],
    rule: onApi(get, header('x-range-crc32', '00000001')),
  },
  { name: 'there is no CRC', noticedBy: ['BAT-020'], rule: onApi(get, header('x-range-crc32', undefined)) },
  {
    name: 'a byte of the list is flipped',
    noticedBy: ['BAT-020'],
    rule: onApi(
      get,
      text((body) => body.replace('"item_name":"', '"item_name":"x')),
    ),
  },
  { name: 'a get has an ETag', noticedBy: ['BAT-021'], rule: onApi(get, header('etag', '"1"')) },
  {
    name: 'the order of records changes from batch to batch',
    noticedBy: ['BAT-022'],
    rule: everySecond(ofList((list) => list.toReversed())),
  },
  {
    name: 'a record changes from batch to batch',
    noticedBy: ['BAT-022'],
    rule: everySecond(
      each('master', (record) => {
        record['customer_code'] = 'changed';
      }),
    ),
  },
];

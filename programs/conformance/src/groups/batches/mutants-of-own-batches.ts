import {
  beforeApi,
  changeBody,
  drop,
  type Edit,
  header,
  isAt,
  json,
  onApi,
  put,
  rename,
  status,
  text,
  whenCall,
  whenStatus,
} from '../../mutants/edits.js';
import type { Mutant, PassedCall, Rule } from '../../mutants/mutant.js';
import { paths } from './known-batch.js';

const list = '/batches';
const one = /^\/batches\/\d+$/;
const records = /^\/batches\/\d+\/records$/;
const removed = /^\/batches\/\d+\/removed$/;
const delivered = /^\/batches\/\d+\/delivered$/;
const any = /^\/batches\/\d+/;
const slips = '/trade/download/get';
const trade = '/trade/download/request';
const isDelete = (call: PassedCall) => call.method === 'DELETE';
const prefersAcknowledged = (call: PassedCall) => (call.headers['prefer'] ?? '').includes('acknowledged');
const applied = (value: string | undefined) => header('preference-applied', value);
const envelope = Buffer.from('{"request_id":"x","result":0,"error_list":[]}');
const taken: Edit = (answer) => {
  answer.status = 200;
  answer.body = envelope;
};

/** Keeps calls from the service and says that all is well. */
function pretending(isMeant: (call: PassedCall) => boolean): () => Rule {
  return () => (call, pass) =>
    isMeant(call)
      ? Promise.resolve({ status: 200, headers: { 'content-type': 'application/json' }, body: envelope })
      : pass();
}

/** Wrong answers about the own batches, and wrong marks. */
export const ownBatchMutants: readonly Mutant[] = [
  {
    name: 'batches come oldest first',
    noticedBy: ['BAT-100'],
    rule: onApi(
      list,
      json((body) => ({ ...body, batch_list: (body['batch_list'] as unknown[]).toReversed() })),
    ),
  },
  { name: 'the list of batches is empty', noticedBy: ['BAT-100'], rule: onApi(list, put('', 'batch_list', [])) },
  {
    name: 'the list of batches is named batches',
    noticedBy: ['BAT-100', 'BAT-101'],
    rule: onApi(list, rename('', 'batch_list', 'batches')),
  },
  {
    name: 'a page has more batches than asked for',
    noticedBy: ['BAT-101'],
    rule: beforeApi(list, (call) => {
      call.path = call.path.replace('limit=1', 'limit=2');
    }),
  },
  {
    name: 'every page is the first',
    noticedBy: ['BAT-101'],
    rule: beforeApi(list, (call) => {
      call.path = call.path.replace(/&cursor=.*/, '');
    }),
  },
  { name: 'the details lack the expiry', noticedBy: ['BAT-102'], rule: onApi(one, drop('batch', 'expires_at')) },
  {
    name: 'the details lack the last reading',
    noticedBy: ['BAT-112'],
    rule: onApi(one, drop('batch', 'last_read_at')),
  },
  {
    name: 'the last reading is a number of seconds',
    noticedBy: ['BAT-112'],
    rule: onApi(one, put('batch', 'last_read_at', '1795440000')),
  },
  {
    name: 'a batch was read before it was made',
    noticedBy: ['BAT-112'],
    rule: onApi(one, put('batch', 'last_read_at', '2000-01-01 00:00:00')),
  },
  {
    name: 'the details tell times in seconds',
    noticedBy: ['BAT-102'],
    rule: onApi(one, put('batch', 'requested_at', '1795440000')),
  },
  { name: 'the details tell another state', noticedBy: ['BAT-102'], rule: onApi(one, put('batch', 'batch_flg', '3')) },
  { name: 'the details have no cursor', noticedBy: ['BAT-103'], rule: onApi(one, put('batch', 'change_cursor', '')) },
  {
    name: 'the details have no header with the cursor',
    noticedBy: ['BAT-103'],
    rule: onApi(one, header('x-change-cursor', undefined)),
  },
  {
    name: 'an unknown batch is HTTP 400',
    noticedBy: ['BAT-104', 'BAT-105'],
    rule: onApi(any, whenStatus(404, status(400))),
  },
  {
    name: 'an unknown batch is an unknown path',
    noticedBy: ['BAT-104', 'BAT-105'],
    rule: onApi(any, put('error_list', 'error_code', 'E700004')),
  },
  { name: 'an unknown batch can be discarded', noticedBy: ['BAT-104'], rule: onApi(one, whenCall(isDelete, taken)) },
  {
    name: 'records of an unknown batch are an empty list',
    noticedBy: ['BAT-104', 'BAT-105'],
    rule: onApi(records, whenStatus(404, taken)),
  },
  {
    name: 'an unknown batch can be acknowledged',
    noticedBy: ['BAT-104'],
    rule: onApi(delivered, whenStatus(404, taken)),
  },
  { name: "other members' batches are shown", noticedBy: ['BAT-105'], rule: onApi(one, whenStatus(404, taken)) },
  {
    name: "other members' batches are forbidden",
    noticedBy: ['BAT-105'],
    rule: onApi(any, whenStatus(404, status(403))),
  },
  {
    name: 'the records are a JSON array',
    noticedBy: ['BAT-106'],
    rule: onApi(
      records,
      text((body) => `[${body.trim().replaceAll('\n', ',')}]`),
    ),
  },
  {
    name: 'the records are told as JSON',
    noticedBy: ['BAT-106'],
    rule: onApi(records, header('content-type', 'application/json')),
  },
  {
    name: 'the last line is missing',
    noticedBy: ['BAT-106', 'BAT-107'],
    rule: onApi(
      records,
      text((body) => body.replace(/(?<![^\n])[^\n]*\n$/, '')),
    ),
  },
  {
    name: 'a line differs from the record of a get',
    noticedBy: ['BAT-106'],
    rule: onApi(
      records,
      text((body) => body.replace('"seq":"2"', '"seq":2')),
    ),
  },
  {
    name: 'the range of records is ignored',
    noticedBy: ['BAT-107'],
    rule: beforeApi(records, (call) => {
      call.path = call.path.replace(/\?.*/, '');
    }),
  },
  {
    name: 'the range of records leaves its end out',
    noticedBy: ['BAT-107'],
    rule: beforeApi(records, (call) => {
      call.path = call.path.replace('seq_to=3', 'seq_to=2');
    }),
  },
  { name: 'records have no ETag', noticedBy: ['BAT-108'], rule: onApi(records, header('etag', undefined)) },
  {
    name: 'the ETag is weak',
    noticedBy: ['BAT-108'],
    rule: onApi(records, (answer) => {
      answer.headers['etag'] = `W/${String(answer.headers['etag'])}`;
    }),
  },
  {
    name: 'If-None-Match is not known',
    noticedBy: ['BAT-108'],
    rule: beforeApi(records, (call) => delete call.headers['if-none-match']),
  },
  {
    name: 'removed keys of a full batch',
    noticedBy: ['BAT-109'],
    rule: onApi(
      removed,
      text(() => '{"member_code":"1"}\n'),
    ),
  },
  {
    name: 'removed keys are told as JSON',
    noticedBy: ['BAT-109'],
    rule: onApi(removed, header('content-type', 'application/json')),
  },
  {
    name: 'nothing is discarded',
    noticedBy: ['BAT-110'],
    rule: pretending((call) => isAt(call, one) && isDelete(call)),
  },
  {
    name: 'a discarded batch is told as aborted',
    noticedBy: ['BAT-110'],
    rule: onApi(paths.check, whenStatus(400, taken)),
  },
  { name: 'a discard is a 204', noticedBy: ['BAT-110'], rule: onApi(one, whenCall(isDelete, status(204))) },
  { name: 'a limit of 0 is all', noticedBy: ['BAT-111'], rule: onApi(list, whenStatus(400, taken)) },
  {
    name: 'a limit of 0 is a wrong format',
    noticedBy: ['BAT-111'],
    rule: onApi(list, put('error_list', 'error_code', 'E000002')),
  },
  { name: 'acknowledgement is not confirmed', noticedBy: ['BAT-120'], rule: onApi(slips, applied(undefined)) },
  {
    name: 'acknowledgement is not known',
    noticedBy: ['BAT-120'],
    rule: beforeApi(slips, (call) => delete call.headers['prefer']),
  },
  {
    name: 'acknowledgement is confirmed where there is nothing to mark',
    noticedBy: ['BAT-121'],
    rule: onApi(paths.get, whenCall(prefersAcknowledged, applied('delivery=acknowledged'))),
  },
  {
    name: 'a get marks all the same',
    noticedBy: ['BAT-122'],
    rule: () => {
      let wasGot = false;
      return async (call, pass) => {
        const answer = await pass();
        if (isAt(call, slips)) wasGot = true;
        const asksAgain = call.path === '/trade/download/check' && wasGot;
        if (asksAgain) put('', 'record_count', '0')(answer, call);
        return answer;
      };
    },
  },
  {
    name: 'an acknowledgement marks nothing',
    noticedBy: ['BAT-123'],
    rule: pretending((call) => isAt(call, delivered)),
  },
  {
    name: 'not_downloaded_flg is ignored',
    noticedBy: ['BAT-123'],
    rule: beforeApi(
      trade,
      changeBody((body) => delete body['not_downloaded_flg']),
    ),
  },
  { name: 'an acknowledgement tells how many', noticedBy: ['BAT-124'], rule: onApi(delivered, put('', 'marked', '2')) },
  {
    name: 'an acknowledgement cannot be repeated',
    noticedBy: ['BAT-124'],
    rule: () => {
      let calls = 0;
      return async (call, pass) => {
        const answer = await pass();
        if (isAt(call, delivered) && calls++ > 0) answer.status = 409;
        return answer;
      };
    },
  },
  { name: 'an acknowledgement is for slips only', noticedBy: ['BAT-124'], rule: onApi(delivered, status(400)) },
  {
    name: 'an acknowledgement without numbers is for all',
    noticedBy: ['BAT-125'],
    rule: onApi(delivered, whenStatus(400, taken)),
  },
  {
    name: 'only the first missing field is told',
    noticedBy: ['BAT-125'],
    rule: onApi(
      delivered,
      json((body) => ({ ...body, error_list: (body['error_list'] as unknown[]).slice(0, 1) })),
    ),
  },
];

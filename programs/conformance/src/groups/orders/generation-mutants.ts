import { list, shortened, swapped } from '../../checks/edits.js';
import {
  beforeApi,
  changeBody,
  drop,
  each,
  ignoreField,
  json,
  moveLast,
  onApi,
  put,
  status,
  whenStatus,
} from '../../mutants/edits.js';
import type { Mutant } from '../../mutants/mutant.js';
import { batchPaths } from '../../probe/batches.js';
import { path as generate } from './generation.js';

type Json = Record<string, unknown>;

const trade = `${batchPaths.trade}/get`;

export const generationMutants: readonly Mutant[] = [
  {
    name: 'a sent slip without version',
    noticedBy: ['ORD-101'],
    rule: onApi(generate, drop('result_list', 'version')),
  },
  {
    name: 'a version as a number',
    noticedBy: ['ORD-101'],
    rule: onApi(generate, put('result_list', 'version', Number)),
  },
  {
    name: 'the version before the slip',
    noticedBy: ['ORD-101'],
    rule: onApi(generate, moveLast('result_list', 'trade_id')),
  },
  { name: 'sent slips in another order', noticedBy: ['ORD-101'], rule: onApi(generate, list('result_list', swapped)) },
  { name: 'status 40 is never seen', noticedBy: ['ORD-102'], rule: onApi(trade, put('trade', 'status_code', '10')) },
  { name: 'a sent slip without its day', noticedBy: ['ORD-102'], rule: onApi(trade, put('trade', 'send_date', '')) },
  {
    name: 'the version does not grow',
    noticedBy: ['ORD-103'],
    rule: onApi(generate, put('result_list', 'version', '1')),
  },
  { name: 'a repeat is a conflict', noticedBy: ['ORD-104'], rule: everyRepeat() },
  {
    name: 'the version that it was sent from is a conflict',
    noticedBy: ['ORD-104'],
    rule: onApi(
      generate,
      each('result_list', (result) => void (result['version'] = String(Math.random()))),
    ),
  },
  {
    name: 'versions overlooked',
    noticedBy: ['ORD-105', 'ORD-110'],
    rule: beforeApi(generate, ignoreField('version_list')),
  },
  { name: 'a conflict with 400', noticedBy: ['ORD-105'], rule: onApi(generate, whenStatus(409, status(400))) },
  {
    name: 'half done',
    noticedBy: ['ORD-105', 'ORD-106', 'ORD-108'],
    rule: onApi(trade, put('trade', 'status_code', '40')),
  },
  {
    name: 'slips that do not exist overlooked',
    noticedBy: ['ORD-106'],
    rule: beforeApi(
      generate,
      changeBody(
        (body) =>
          void (body['trade_id_list'] = (body['trade_id_list'] as string[]).filter((id) => !id.startsWith('CK-'))),
      ),
    ),
  },
  {
    name: "somebody else's slip told from an unknown one",
    noticedBy: ['ORD-107'],
    rule: onApi(
      generate,
      json((body, { body: sent }) =>
        sent.includes('NOBODY')
          ? body
          : JSON.parse(JSON.stringify(body).replace(/"error_detail":"[^"]*"/, '"error_detail":"Not yours."')),
      ),
    ),
  },
  {
    name: "somebody else's slip refused with 403",
    noticedBy: ['ORD-107', 'ORD-108'],
    rule: onApi(generate, whenStatus(400, status(403))),
  },
  {
    name: 'a slip that stands twice answered once',
    noticedBy: ['ORD-109'],
    rule: onApi(generate, list('result_list', shortened)),
  },
  {
    name: 'two at once are an internal error',
    noticedBy: ['ORD-111'],
    rule: onApi(generate, status(500)),
  },
  {
    name: 'of two at once nobody has sent the slip in the end',
    noticedBy: ['ORD-111'],
    rule: onApi(trade, put('trade', 'status_code', '10')),
  },
  {
    name: 'a conflict beside a refusal is 409',
    noticedBy: ['ORD-110'],
    rule: onApi(generate, whenStatus(400, status(409))),
  },
];

/** A service that refuses a request that it has had before. */
function everyRepeat(): Mutant['rule'] {
  return () => {
    const seen = new Set<string>();
    return async (call, pass) => {
      const answer = await pass();
      if (call.service !== 'api' || call.path !== generate) return answer;
      const slips = JSON.stringify((JSON.parse(call.body.toString()) as Json)['trade_id_list']);
      if (seen.has(slips)) answer.status = 409;
      seen.add(slips);
      return answer;
    };
  };
}

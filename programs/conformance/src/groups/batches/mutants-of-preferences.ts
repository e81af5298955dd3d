import {
  beforeApi,
  changeBody,
  drop,
  type Edit,
  header,
  isAt,
  jsonOf,
  moveLast,
  onApi,
  put,
  status,
  whenCall,
  whenStatus,
} from '../../mutants/edits.js';
import type { Mutant, PassedCall, Rule } from '../../mutants/mutant.js';
import { paths } from './known-batch.js';

const { request, check } = paths;
const anyRequest = /\/request$/;
const prefers = (part: string) => (call: PassedCall) => (call.headers['prefer'] ?? '').includes(part);
const applied = (value: string | undefined) => header('preference-applied', value);
const withKey = (call: PassedCall) => 'idempotency-key' in call.headers;
const code = (value: string): Edit => put('error_list', 'error_code', value);

/** Takes a header out of calls, as if the service did not know it. */
const ignoring = (name: string) => beforeApi(anyRequest, (call) => delete call.headers[name]);

/** Makes the name of each key its own, so that no two calls have the same. */
function keyPerCall(): Rule {
  let calls = 0;
  return (call, pass) => {
    if (withKey(call)) call.headers['idempotency-key'] += String((calls += 1));
    return pass();
  };
}

/** Answers what it has answered before under a key, whatever the body is, and for every function. */
function keyWithoutBody(): Rule {
  const known = new Map<string, Buffer>();
  return async (call, pass) => {
    const key = call.headers['idempotency-key'];
    if (call.service !== 'api' || key === undefined || !isAt(call, anyRequest)) return pass();
    const answer = await pass();
    const before = known.get(key);
    if (before !== undefined) return { ...answer, status: 200, body: before };
    known.set(key, answer.body);
    return answer;
  };
}

/** Compares bodies as they were sent. */
function keyWithBytes(): Rule {
  const known = new Map<string, string>();
  return async (call, pass) => {
    const answer = await pass();
    const key = call.headers['idempotency-key'];
    if (call.service !== 'api' || key === undefined) return answer;
    const before = known.get(key);
    known.set(key, call.body.toString());
    if (before !== undefined && before !== call.body.toString()) answer.status = 422;
    return answer;
  };
}

/** Does not honour a preference, and says nothing. */
const withoutPreference = (part: RegExp, where: string | RegExp = anyRequest) =>
  beforeApi(where, (call) => {
    call.headers['prefer'] = (call.headers['prefer'] ?? '').replace(part, 'x=1');
  });

/** Wrong answers to headers of a request. */
export const preferenceMutants: readonly Mutant[] = [
  {
    name: 'Idempotency-Key is not known',
    noticedBy: ['BAT-050', 'BAT-051', 'BAT-052', 'BAT-055', 'BAT-056'],
    rule: ignoring('idempotency-key'),
  },
  { name: 'a key works only once', noticedBy: ['BAT-050', 'BAT-051', 'BAT-053'], rule: keyPerCall },
  {
    name: 'a repeat under a key is a conflict',
    noticedBy: ['BAT-050'],
    rule: () => {
      let calls = 0;
      return async (call, pass) => {
        const answer = await pass();
        if (withKey(call) && calls++ > 0) answer.status = 409;
        return answer;
      };
    },
  },
  {
    name: 'a key answers the first batch whatever the body is',
    noticedBy: ['BAT-052', 'BAT-054', 'BAT-084'],
    rule: keyWithoutBody,
  },
  {
    name: 'another body is HTTP 409',
    noticedBy: ['BAT-052', 'BAT-084'],
    rule: onApi(anyRequest, whenStatus(422, status(409))),
  },
  { name: 'another body is E000015', noticedBy: ['BAT-052', 'BAT-084'], rule: onApi(anyRequest, code('E000015')) },
  { name: 'bodies are compared byte by byte', noticedBy: ['BAT-053'], rule: keyWithBytes },
  {
    name: 'unknown fields make another body',
    noticedBy: ['BAT-053'],
    rule: onApi(
      request,
      whenCall((call) => call.body.includes('colour'), status(422)),
    ),
  },
  {
    name: 'a key counts for all functions',
    noticedBy: ['BAT-054'],
    rule: onApi('/trade/download/request', status(422)),
  },
  {
    name: 'long keys are cut',
    noticedBy: ['BAT-055'],
    rule: beforeApi(anyRequest, (call) => {
      if (withKey(call)) call.headers['idempotency-key'] = (call.headers['idempotency-key'] ?? '').slice(0, 255);
    }),
  },
  { name: 'a long key is a wrong format', noticedBy: ['BAT-055'], rule: onApi(request, code('E000002')) },
  {
    name: 'blanks in keys are taken away',
    noticedBy: ['BAT-056'],
    rule: beforeApi(anyRequest, (call) => {
      if (withKey(call)) call.headers['idempotency-key'] = (call.headers['idempotency-key'] ?? '').replaceAll(' ', '');
    }),
  },
  { name: 'a key with blanks is too long', noticedBy: ['BAT-056'], rule: onApi(request, code('E000003')) },
  {
    name: 'Prefer is not known',
    noticedBy: ['BAT-060', 'BAT-061', 'BAT-062', 'BAT-064', 'BAT-070'],
    rule: ignoring('prefer'),
  },
  {
    name: 'a request that has waited tells no record_count',
    noticedBy: ['BAT-060'],
    rule: onApi(request, drop('', 'record_count')),
  },
  {
    name: 'a request that has waited tells its number last',
    noticedBy: ['BAT-060'],
    rule: onApi(request, moveLast('', 'batch_id')),
  },
  {
    name: 'a request is told as waiting when it has ended',
    noticedBy: ['BAT-060'],
    rule: onApi(request, put('', 'batch_flg', '1')),
  },
  {
    name: 'the wait is not told',
    noticedBy: ['BAT-061', 'BAT-062', 'BAT-064'],
    rule: onApi(request, applied(undefined)),
  },
  { name: 'the wait is told without its seconds', noticedBy: ['BAT-061'], rule: onApi(request, applied('wait')) },
  {
    name: 'a long wait is told as it was asked for',
    noticedBy: ['BAT-062'],
    rule: onApi(request, whenCall(prefers('wait=99'), applied('wait=99'))),
  },
  { name: 'a long wait is ignored', noticedBy: ['BAT-062'], rule: withoutPreference(/wait=99/) },
  {
    name: 'a malformed wait is refused',
    noticedBy: ['BAT-063'],
    rule: onApi(request, whenCall(prefers('soon'), status(400))),
  },
  { name: 'a malformed wait waits as long as possible', noticedBy: ['BAT-063'], rule: withoutSoon() },
  { name: 'of two waits the last counts', noticedBy: ['BAT-064'], rule: withoutPreference(/wait=7/) },
  {
    name: 'an unknown preference is refused',
    noticedBy: ['BAT-064'],
    rule: onApi(request, whenCall(prefers('colour'), status(400))),
  },
  {
    name: 'an unknown preference is told as applied',
    noticedBy: ['BAT-064'],
    rule: onApi(request, whenCall(prefers('colour'), applied('colour=red, wait=7'))),
  },
  { name: 'a confirm does not wait', noticedBy: ['BAT-065'], rule: withoutPreference(/wait=\d+/, check) },
  {
    name: 'a confirm does not tell that it has waited',
    noticedBy: ['BAT-065'],
    rule: onApi(check, applied(undefined)),
  },
  {
    name: 'a confirm that has waited tells the state of before',
    noticedBy: ['BAT-065'],
    rule: onApi(check, whenCall(prefers('wait=20'), put('', 'batch_flg', '2'))),
  },
  { name: 'old results have no Age', noticedBy: ['BAT-070'], rule: onApi(request, header('age', undefined)) },
  { name: 'old results do not say so', noticedBy: ['BAT-070'], rule: onApi(request, applied(undefined)) },
  {
    name: 'an old result is a very old one',
    noticedBy: ['BAT-070'],
    rule: onApi(request, whenCall(prefers('reuse'), put('', 'batch_id', '0'))),
  },
  {
    name: 'old results of other criteria are taken',
    noticedBy: ['BAT-071'],
    rule: beforeApi(
      request,
      changeBody((body) => {
        body['client_code_list'] = ['no-such-code-9CK'];
      }),
    ),
  },
  {
    name: 'a new batch is told as an old result',
    noticedBy: ['BAT-071', 'BAT-072'],
    rule: onApi(request, whenCall(prefers('reuse'), applied('reuse=600'))),
  },
  {
    name: 'reuse=0 is any age',
    noticedBy: ['BAT-072'],
    rule: beforeApi(request, (call) => {
      call.headers['prefer'] = (call.headers['prefer'] ?? '').replace('reuse=0', 'reuse=600');
    }),
  },
  {
    name: 'there is no change cursor',
    noticedBy: ['BAT-080'],
    rule: onApi(check, header('x-change-cursor', undefined)),
  },
  { name: 'the change cursor is empty', noticedBy: ['BAT-080'], rule: onApi(check, header('x-change-cursor', '')) },
  { name: 'changes are not told as such', noticedBy: ['BAT-081'], rule: onApi(request, applied('wait=20')) },
  { name: 'changes-since is not known', noticedBy: ['BAT-081'], rule: withoutPreference(/changes-since=[^,]*/) },
  {
    name: 'changes have all records',
    noticedBy: ['BAT-081'],
    rule: onApi(request, whenCall(prefers('changes-since'), put('', 'batch_flg', '3'))),
  },
  {
    name: 'all records are told as changes',
    noticedBy: ['BAT-082', 'BAT-083'],
    rule: onApi(request, applied('changes-since, wait=20')),
  },
  {
    name: 'a cursor of other criteria loses records',
    noticedBy: ['BAT-082'],
    rule: onApi(request, whenCall(prefers('changes-since'), put('', 'record_count', '0'))),
  },
  {
    name: 'a malformed cursor is refused',
    noticedBy: ['BAT-083'],
    rule: onApi(request, whenCall(prefers('nonsense'), status(400))),
  },
  {
    name: 'a malformed cursor gives no records',
    noticedBy: ['BAT-083'],
    rule: onApi(request, whenCall(prefers('nonsense'), put('', 'batch_flg', '0'))),
  },
  { name: 'a key is for all cursors', noticedBy: ['BAT-084'], rule: withoutPreference(/changes-since=[^,]*/) },
];

function withoutSoon(): () => Rule {
  return beforeApi(request, (call) => {
    call.headers['prefer'] = (call.headers['prefer'] ?? '').replace('wait=soon', 'wait=30');
    if (jsonOf(call.body) === undefined) delete call.headers['prefer'];
  });
}

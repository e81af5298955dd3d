import { errorCode } from '@trading-platform/domain-types';
import { type Action, type Call, pass, type Refusal } from './call.js';
import { isStruck, type Scenario } from './scenario.js';

/** Number of calls that find the platform down. */
const outageCalls = 3;
const clockAheadSeconds = 3_600;
const narrowRecords = 20;

function refused(name: string, refusal: Refusal, times = 1) {
  return (call: Call): Action => (call.repetition <= times && isStruck(call, name) ? { do: 'refuse', refusal } : pass);
}

/** Refuses gets with more records than the installation allows (Spec 4.6). */
export function tooWide({ kind, width }: Call, records: number): Action | undefined {
  if (kind !== 'get' || width <= records) return undefined;
  const detail = `Send a number from seq_from on, for at most ${records} records in one call.`;
  return { do: 'refuse', refusal: { status: 400, code: errorCode.rangeInvalid, item: 'seq_to', detail } };
}

/** Refusals of a platform. */
export const refusalScenarios: readonly Scenario[] = [
  {
    name: 'throttled',
    title: { en: '429 with Retry-After', ja: '429（Retry-After あり）' },
    happens: {
      en: 'Calls are refused once with 429, E100003 and Retry-After: 1.',
      ja: '呼び出しが一度、429・E100003・Retry-After: 1 で拒否されます。',
    },
    goodClient: {
      en: 'It waits as long as Retry-After says, then repeats the call.',
      ja: 'Retry-After の秒数だけ待ってから再送します。',
    },
    outcome: 'all records',
    rule: refused('throttled', { status: 429, code: errorCode.tooManyCalls, retryAfterSeconds: 1 }),
  },
  {
    name: 'throttled-silent',
    title: { en: '429 without Retry-After', ja: '429（Retry-After なし）' },
    happens: {
      en: 'Calls are refused once with 429 and E100003. Nothing says how long to wait.',
      ja: '呼び出しが一度、429・E100003 で拒否されます。待つべき時間は示されません。',
    },
    goodClient: {
      en: 'It chooses the pause itself, a longer one each time, and repeats the call.',
      ja: '自ら間隔を決めて待ち、失敗のたびに間隔を長くして再送します。',
    },
    outcome: 'all records',
    rule: refused('throttled-silent', { status: 429, code: errorCode.tooManyCalls }),
  },
  {
    name: 'error-500',
    title: { en: 'Internal errors', ja: '内部エラー' },
    happens: {
      en: 'Calls are answered once with 500 and E900001.',
      ja: '呼び出しに一度、500・E900001 が返ります。',
    },
    goodClient: {
      en: 'It repeats the call after a pause; if that does not help, it tells the request_id.',
      ja: '間隔を置いて再送します。解消しない場合は request_id を伝えます。',
    },
    outcome: 'all records',
    rule: refused('error-500', { status: 500, code: errorCode.internal }),
  },
  {
    name: 'unavailable',
    title: { en: '503 with Retry-After', ja: '503（Retry-After あり）' },
    happens: {
      en: 'Calls are answered once with 503, E900002 and Retry-After: 1.',
      ja: '呼び出しに一度、503・E900002・Retry-After: 1 が返ります。',
    },
    goodClient: {
      en: 'It waits as long as Retry-After says, then repeats the call.',
      ja: 'Retry-After の秒数だけ待ってから再送します。',
    },
    outcome: 'all records',
    rule: refused('unavailable', { status: 503, code: errorCode.unavailable, retryAfterSeconds: 1 }),
  },
  {
    name: 'outage',
    title: { en: 'The platform is down for a while', ja: 'しばらく利用できない' },
    happens: {
      en: `The same call is answered ${outageCalls} times with 503 before it passes. There is no Retry-After.`,
      ja: `同じ呼び出しに ${outageCalls} 回、503 が返ります。Retry-After はありません。`,
    },
    goodClient: {
      en: 'It does not give up after the first failures: at least five attempts, with growing pauses.',
      ja: '数回の失敗では諦めません。間隔を長くしながら、少なくとも5回は試みます。',
    },
    outcome: 'all records',
    rule: refused('outage', { status: 503, code: errorCode.unavailable }, outageCalls),
  },
  {
    name: 'bad-gateway',
    title: { en: 'The page of a proxy', ja: 'プロキシのエラーページ' },
    happens: {
      en: 'A proxy before the platform answers once with 502 and an HTML page instead of JSON.',
      ja: 'プラットフォームの手前のプロキシが一度、502とHTMLのページを返します（JSONではありません）。',
    },
    goodClient: {
      en: 'It looks at the status before it reads the body as JSON, and repeats the call.',
      ja: '本文をJSONとして読む前にステータスを確認し、再送します。',
    },
    outcome: 'all records',
    rule: refused('bad-gateway', { status: 502 }),
  },
  {
    name: 'clock-off',
    title: { en: 'The clocks differ', ja: '時計がずれている' },
    happens: {
      en: 'The clock of the platform is an hour ahead of yours. Calls are answered once with 503. Retry-After is a date by that clock, one second later.',
      ja: 'プラットフォームの時計が1時間進んでいます。呼び出しに一度503が返り、Retry-After はその時計で1秒後の日時です。',
    },
    goodClient: {
      en: 'It compares the date of Retry-After with Date of the same answer, not with its own clock, and waits a second instead of an hour.',
      ja: 'Retry-After の日時を、手元の時計ではなく同じ応答の Date と比べ、1時間ではなく1秒待ちます。',
    },
    outcome: 'all records',
    clockAheadSeconds,
    rule: refused('clock-off', {
      status: 503,
      code: errorCode.unavailable,
      retryAfterSeconds: 1,
      asDate: true,
    }),
  },
  {
    name: 'narrow-gets',
    title: { en: 'Gets are limited', ja: '取得件数に上限がある' },
    happens: {
      en: `One get may ask for at most ${narrowRecords} records; an installation can set such a limit. A larger get is refused with E000011, which names the limit.`,
      ja: `1回の取得は最大 ${narrowRecords} 件です（導入環境で設定できる上限）。超えると E000011 で拒否され、上限が示されます。`,
    },
    goodClient: {
      en: 'It asks for narrower ranges, one after the other, up to record_count.',
      ja: '範囲を狭め、record_count に達するまで順に取得します。',
    },
    outcome: 'all records',
    rule: (call) => tooWide(call, narrowRecords) ?? pass,
  },
];

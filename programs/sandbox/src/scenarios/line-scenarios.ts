import { errorCode } from '@trading-platform/domain-types';
import { type Action, type Call, pass } from './call.js';
import { between, chance } from './chance.js';
import { isRepeatable, isStruck, type Scenario } from './scenario.js';

/** Applies `strike` to a call only when it comes for the first time. */
function once(name: string, strike: (call: Call) => Action) {
  return (call: Call): Action => (call.repetition === 1 && isStruck(call, name) ? strike(call) : pass);
}

/** The share at which an answer is cut: never 0 or 1. */
function somewhere({ seed, number }: Call): number {
  return 0.05 + 0.9 * chance(seed, 'somewhere', number);
}

const drippedBytes = 1_000;

/** The disturbances of the scenario `worn-line`, one after the other. */
const wornWays: readonly Action[] = [
  { do: 'lose answer' },
  { do: 'cut', share: 0.5 },
  { do: 'refuse', refusal: { status: 500, code: errorCode.internal } },
  { do: 'refuse', refusal: { status: 429, code: errorCode.tooManyCalls, retryAfterSeconds: 0 } },
  { do: 'drip', bytes: 200 },
  { do: 'refuse', refusal: { status: 401, code: errorCode.tokenInvalid } },
  { do: 'lose call' },
];
/** A token endpoint never answers 401 in this way. */
const wornWaysOfTokens = wornWays.filter((way) => way.do !== 'refuse' || way.refusal.status !== 401);

/** Disturbances of the connection. */
export const lineScenarios: readonly Scenario[] = [
  {
    name: 'calm',
    title: { en: 'Nothing happens', ja: '何も起きない' },
    happens: { en: 'Every call passes unchanged.', ja: 'すべての呼び出しがそのまま通ります。' },
    goodClient: {
      en: 'It does its work. Begin here: a failure in this scenario has nothing to do with the connection.',
      ja: '通常どおり動作します。最初にこのシナリオで確認してください。ここでの失敗は回線とは無関係です。',
    },
    outcome: 'all records',
    rule: () => pass,
  },
  {
    name: 'latency',
    title: { en: 'Every answer is late', ja: '応答が遅い' },
    happens: {
      en: 'Each answer comes 100 to 600 ms after the platform has sent it.',
      ja: 'どの応答も100～600ミリ秒遅れて届きます。',
    },
    goodClient: {
      en: 'It waits. Its time limits are longer than a slow answer, and it keeps its connection.',
      ja: '待ちます。タイムアウトは遅い応答より長く設定し、接続を維持します。',
    },
    outcome: 'all records',
    rule: ({ seed, number }) => ({ do: 'wait', ms: between(100, 600, chance(seed, 'latency', number)) }),
  },
  {
    name: 'lost-call',
    title: { en: 'Calls are lost', ja: '呼び出しが届かない' },
    happens: {
      en: 'The connection is closed before a call reaches the platform. If the call is sent again, it passes.',
      ja: '呼び出しがプラットフォームに届く前に接続が切れます。同じ呼び出しを再送すると通ります。',
    },
    goodClient: {
      en: 'It repeats the call after a short pause, which grows with each failure.',
      ja: '短い間隔を置いて再送します。間隔は失敗のたびに長くします。',
    },
    outcome: 'all records',
    rule: once('lost-call', () => ({ do: 'lose call' })),
  },
  {
    name: 'lost-answer',
    title: { en: 'Answers are lost', ja: '応答が届かない' },
    happens: {
      en: 'The platform carries out the call, but the connection is closed before its answer.',
      ja: 'プラットフォームは処理を行いますが、応答が届く前に接続が切れます。',
    },
    goodClient: {
      en: 'It repeats the call. It repeats a request with the same Idempotency-Key, so that only one batch is made. It repeats a reissue at once, with the same refresh token.',
      ja: '同じ呼び出しを再送します。要求は同じ Idempotency-Key で再送するため、バッチは1つだけ作られます。トークンの再発行は、同じリフレッシュトークンで直ちに再送します。',
    },
    outcome: 'all records',
    rule: once('lost-answer', () => ({ do: 'lose answer' })),
  },
  {
    name: 'cut-answer',
    title: { en: 'Answers break off', ja: '応答が途中で切れる' },
    happens: {
      en: 'The connection is closed at some byte in the middle of an answer. If the call is sent again, it passes.',
      ja: '応答の途中のバイトで接続が切れます。同じ呼び出しを再送すると通ります。',
    },
    goodClient: {
      en: 'It discards the partial answer and repeats the call. It stores no record twice.',
      ja: '途中まで届いた内容を破棄して再送します。同じレコードを二重に取り込みません。',
    },
    outcome: 'all records',
    rule: once('cut-answer', (call) => ({ do: 'cut', share: somewhere(call) })),
  },
  {
    name: 'tls-cut',
    title: { en: 'TLS closed without a close message', ja: 'TLSが予告なく閉じられる' },
    happens: {
      en: 'The answer has no length, and the connection ends in the middle of the answer, without the message that closes TLS. Many clients mistake this for a complete answer.',
      ja: '応答の長さが示されないまま、TLSの終了通知もなく接続が途中で閉じられます。多くのクライアントには完全な応答に見えます。',
    },
    goodClient: {
      en: 'It checks whether the answer is complete: the last bracket of the JSON, the number of records, X-Range-Crc32. If not, it repeats the call.',
      ja: 'JSONの末尾、要求した件数、X-Range-Crc32 によって応答が完全かどうかを確認し、不完全なら再送します。',
    },
    outcome: 'all records',
    needsTls: true,
    rule: once('tls-cut', (call) => ({ do: 'cut unnoticed', share: somewhere(call) })),
  },
  {
    name: 'byte-by-byte',
    title: { en: 'Bytes come one by one', ja: '1バイトずつ届く' },
    happens: {
      en: `The first ${drippedBytes.toLocaleString('en')} bytes of each answer come one by one, even in the middle of a character or a line.`,
      ja: `各応答の先頭 ${drippedBytes.toLocaleString('en')} バイトが1バイトずつ届きます。文字や行の途中でも分割されます。`,
    },
    goodClient: {
      en: 'It joins the bytes before it decodes them as text.',
      ja: '届いたバイト列をすべてつなげてから、文字として解釈します。',
    },
    outcome: 'all records',
    rule: () => ({ do: 'drip', bytes: drippedBytes }),
  },
  {
    name: 'corrupt-bytes',
    title: { en: 'A digit is changed', ja: '数字が1つ変わっている' },
    happens: {
      en: 'One digit in the records of a get is changed on the way. The JSON stays well-formed.',
      ja: '取得したレコードの数字が1つ、途中で書き換わります。JSONとしては正しいままです。',
    },
    goodClient: {
      en: 'It compares the records with X-Range-Crc32, and gets the range again.',
      ja: 'レコードを X-Range-Crc32 と照合し、一致しなければ同じ範囲をもう一度取得します。',
    },
    outcome: 'all records',
    rule: (call) =>
      call.kind === 'get' && call.repetition === 1 && isStruck(call, 'corrupt-bytes')
        ? { do: 'corrupt', share: somewhere(call) }
        : pass,
  },
  {
    name: 'worn-line',
    title: { en: 'Everything at once', ja: 'あらゆる障害が起きる' },
    happens: {
      en: 'Every second one of identical calls is disturbed, each time in another way: lost, cut, slow, 500, 429, 401.',
      ja: '同じ呼び出しの2回に1回が、毎回異なる方法で妨げられます（消失、切断、遅延、500、429、401）。',
    },
    goodClient: {
      en: 'It does all of the above. A client that repeats its calls succeeds.',
      ja: '上記のすべてに対応します。再送すれば必ず通ります。',
    },
    outcome: 'all records',
    rule: (call) => {
      if (!isRepeatable(call) || call.repetition % 2 === 0) return pass;
      const ways = call.service === 'auth' ? wornWaysOfTokens : wornWays;
      return ways[(call.seed - 1 + call.disturbed) % ways.length] ?? pass;
    },
  },
];

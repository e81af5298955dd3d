import { type Action, type Call, pass } from './call.js';
import type { Scenario } from './scenario.js';

const lateMs = 2_000;
/** The age of an old message. Receivers must refuse it (Standard Webhooks: at most five minutes). */
const oldSeconds = 3_600;
/** The number of calls in a row that find another version. */
const conflicts = 2;

/** Applies an action to the calls about updates, events or pushes, but not to their repetitions. */
function first(about: Call['about'], action: Action) {
  return (call: Call): Action => (call.about === about && call.repetition === 1 ? action : pass);
}

/** Applies an action to requests of updates. */
function ofUpdates(action: Action, isStruck: (call: Call) => boolean) {
  return (call: Call): Action =>
    call.about === 'updates' && call.kind === 'request' && isStruck(call) ? action : pass;
}

/** Disturbances of updates, of events that are read, and of messages that are pushed. */
export const conversationScenarios: readonly Scenario[] = [
  {
    name: 'update-answer-lost',
    title: { en: 'The answer to an update is lost', ja: '更新の応答が届かない' },
    happens: {
      en: 'The platform takes the updates, but the answer to the first request is lost.',
      ja: '更新は受け付けられますが、最初の要求への応答が失われます。',
    },
    goodClient: {
      en: 'It sends the same updates with the same update_no again, and gets the outcomes of the first time.',
      ja: '同じ更新を同じ update_no で再送し、最初と同じ結果を受け取ります。',
    },
    outcome: 'all records',
    rule: ofUpdates({ do: 'lose answer' }, ({ repetition }) => repetition === 1),
  },
  {
    name: 'update-conflict',
    title: { en: 'One slip of a request was changed in the meantime', ja: '要求中の1件が先に変更されている' },
    happens: {
      en: 'The first slip of a request has another version when its update arrives: E000013. The updates of the other slips are accepted.',
      ja: '要求の先頭の伝票が、更新の到着前に変更されています（E000013）。ほかの伝票は受け付けられます。',
    },
    goodClient: {
      en: 'It keeps the other outcomes, gets this slip again, and decides again.',
      ja: 'ほかの結果はそのまま受け取り、該当する伝票を取得し直して改めて判断します。',
    },
    outcome: 'all records',
    rule: ofUpdates({ do: 'outdate', slips: 'first' }, ({ repetition }) => repetition === 1),
  },
  {
    name: 'partner-changes',
    title: { en: 'The partner changes slips at the same time', ja: '取引先が同時に変更する' },
    happens: {
      en: `The partner is faster ${conflicts} times: all slips of these requests have another version, E000013.`,
      ja: `取引先の変更が${conflicts}回先に反映され、要求中のすべての伝票が E000013 になります。`,
    },
    goodClient: {
      en: 'It gets each slip again and decides again, more than once. It never sends an old decision with only a new version.',
      ja: '伝票を取得し直して判断することを繰り返します。バージョンだけを書き換えて再送することはしません。',
    },
    outcome: 'all records',
    rule: ofUpdates(
      { do: 'outdate', slips: 'all' },
      ({ kindNumber, repetition }) => kindNumber + repetition - 1 <= conflicts,
    ),
  },
  {
    name: 'events-doubled',
    title: { en: 'Events come twice', ja: 'イベントが重複する' },
    happens: {
      en: 'Each page of events comes once more: its next_cursor is the cursor of the call.',
      ja: 'next_cursor が呼び出し時のカーソルのままとなり、同じイベントがもう一度届きます。',
    },
    goodClient: {
      en: 'It knows an event by its id, and processes it once.',
      ja: 'id でイベントを識別し、一度だけ処理します。',
    },
    outcome: 'all records',
    rule: first('events', { do: 'repeat page' }),
  },
  {
    name: 'events-late',
    title: { en: 'Events come late', ja: 'イベントが遅れて届く' },
    happens: {
      en: `Each answer about events comes ${lateMs / 1_000} seconds late.`,
      ja: `イベントの応答が${lateMs / 1_000}秒遅れて届きます。`,
    },
    goodClient: {
      en: 'It waits longer than Prefer says, and asks with the same cursor.',
      ja: 'Prefer で指定した時間より長く待ち、同じカーソルで取得します。',
    },
    outcome: 'all records',
    rule: ({ about }) => (about === 'events' ? { do: 'wait', ms: lateMs } : pass),
  },
  {
    name: 'events-cut',
    title: { en: 'A page of events breaks off', ja: 'イベントの応答が途中で切れる' },
    happens: {
      en: 'The connection breaks in the middle of an answer about events.',
      ja: 'イベントの応答の途中で接続が切れます。',
    },
    goodClient: {
      en: 'It processes nothing of this answer, and asks again with the same cursor.',
      ja: '途中まで届いた内容を破棄し、同じカーソルで取得し直します。',
    },
    outcome: 'all records',
    rule: first('events', { do: 'cut', share: 0.5 }),
  },
  {
    name: 'push-doubled',
    title: { en: 'Each message comes twice', ja: 'メッセージが重複する' },
    happens: {
      en: 'Each pushed message comes twice, with the same webhook-id.',
      ja: '送信されるメッセージが、同じ webhook-id で2回届きます。',
    },
    goodClient: {
      en: 'It answers both with 2xx, and processes the event once.',
      ja: 'どちらにも2xxで応答し、イベントは一度だけ処理します。',
    },
    outcome: 'all records',
    rule: first('pushes', { do: 'double' }),
  },
  {
    name: 'push-late',
    title: { en: 'Each message comes late', ja: 'メッセージが遅れて届く' },
    happens: {
      en: `Each pushed message comes ${lateMs / 1_000} seconds after it was sent.`,
      ja: `送信されるメッセージが、${lateMs / 1_000}秒遅れて届きます。`,
    },
    goodClient: {
      en: 'It accepts a message that is some seconds old.',
      ja: '数秒前に送信されたメッセージを受け取ります。',
    },
    outcome: 'all records',
    rule: ({ about }) => (about === 'pushes' ? { do: 'wait', ms: lateMs } : pass),
  },
  {
    name: 'push-out-of-order',
    title: { en: 'Later messages come first', ja: 'メッセージの順序が入れ替わる' },
    happens: {
      en: `Every other message is held for ${lateMs / 1_000} seconds, so that those behind it overtake it.`,
      ja: `1つおきにメッセージが${lateMs / 1_000}秒遅れ、後のメッセージが先に届きます。`,
    },
    goodClient: {
      en: 'It compares versions, or gets the present slip. It never lets an older event win.',
      ja: 'バージョンを比較するか、伝票の現在の内容を取得します。古いイベントで上書きすることはありません。',
    },
    outcome: 'all records',
    rule: ({ about, kindNumber }) => (about === 'pushes' && kindNumber % 2 === 1 ? { do: 'wait', ms: lateMs } : pass),
  },
  {
    name: 'push-cut',
    title: { en: 'A message breaks off', ja: 'メッセージが途中で切れる' },
    happens: {
      en: 'For every other message, the connection breaks in the middle of the message. The platform repeats it after some seconds.',
      ja: '1つおきにメッセージの途中で接続が切れます。プラットフォームは数秒後に再送します。',
    },
    goodClient: {
      en: 'It discards a message with a wrong signature, and goes on running.',
      ja: '署名が一致しないメッセージは受け取らず、動作を続けます。',
    },
    outcome: 'all records',
    rule: ({ about, kindNumber, repetition }) =>
      about === 'pushes' && kindNumber % 2 === 1 && repetition === 1 ? { do: 'cut call', share: 0.5 } : pass,
  },
  {
    name: 'push-replayed',
    title: { en: 'Somebody sends an old message again', ja: '過去のメッセージが再送される' },
    happens: {
      en: 'Before each message, the receiver gets a message that was signed an hour ago, with a correct signature. The sandbox needs the secret for this.',
      ja: '各メッセージの前に、1時間前の正しい署名を持つメッセージが届きます。サンドボックスに秘密鍵が必要です。',
    },
    goodClient: {
      en: 'It refuses messages that are older than five minutes with 400, even if the signature is correct.',
      ja: '署名が正しくても、5分より古いメッセージは400で拒否します。',
    },
    outcome: 'all records',
    rule: first('pushes', { do: 'send old', secondsAgo: oldSeconds }),
  },
];

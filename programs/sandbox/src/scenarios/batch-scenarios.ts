import { type Action, type BatchView, type Call, type CalledBatch, pass } from './call.js';
import { tooWide } from './refusal-scenarios.js';
import type { Scenario } from './scenario.js';

const narrowRecords = 20;

/** Shows each batch as `viewOf` says; undefined means its real state. */
function looks(viewOf: (batch: CalledBatch) => BatchView | undefined) {
  return ({ batch }: Call): Action => {
    const as = batch === undefined ? undefined : viewOf(batch);
    return as === undefined ? pass : { do: 'show batch', as };
  };
}

/** Shows the given views at the first checks, one view at each check. Later checks show the real state. */
function inTurn(...views: readonly BatchView[]) {
  return ({ checks }: CalledBatch): BatchView | undefined => views[checks];
}

function firstEnds(as: BatchView) {
  return (batch: CalledBatch): BatchView | undefined =>
    batch.number > 1 ? undefined : batch.checks === 0 ? 'processing' : as;
}

/** What can happen to a batch (Spec 3). */
export const batchScenarios: readonly Scenario[] = [
  {
    name: 'batch-waits',
    title: { en: 'A batch takes its time', ja: 'バッチがなかなか終わらない' },
    happens: {
      en: 'Before a batch is finished, two checks return “waiting” and two return “processing”. They are answered at once, even if Prefer asks for a wait. A get before the end is refused with E000010.',
      ja: '終了までに、待機中が2回、処理中が2回返ります。Prefer の指定にかかわらず、応答は直ちに返ります。それ以前の取得は E000010 で拒否されます。',
    },
    goodClient: {
      en: 'It checks again until batch_flg is 3, and pauses before each check as long as Retry-After says.',
      ja: 'Retry-After に従って間隔を置き、batch_flg が 3 になるまで確認を繰り返します。',
    },
    outcome: 'all records',
    rule: looks(inTurn('waiting', 'waiting', 'processing', 'processing')),
  },
  {
    name: 'batch-taken-over',
    title: { en: 'A batch is taken over', ja: 'バッチが引き継がれる' },
    happens: {
      en: 'The worker that makes the batch dies, and another worker begins again: batch_flg goes from 2 back to 1 and to 2 again.',
      ja: '作成していた処理が停止し、別の処理が最初からやり直します。batch_flg は 2 から 1 に戻り、再び 2 になります。',
    },
    goodClient: {
      en: 'It goes on checking. It is no error if an earlier state comes back.',
      ja: '確認を続けます。状態が戻ることはエラーではありません。',
    },
    outcome: 'all records',
    rule: looks(inTurn('processing', 'waiting', 'processing')),
  },
  {
    name: 'batch-aborted',
    title: { en: 'A batch is aborted', ja: 'バッチが中止される' },
    happens: {
      en: 'Somebody aborts the first batch: batch_flg is 4, and a get is refused with E000010. A new request succeeds.',
      ja: '最初のバッチが中止されます。batch_flg は 4 となり、取得は E000010 で拒否されます。新しい要求は成功します。',
    },
    goodClient: {
      en: 'It requests the batch again if it still wants it, or ends with an error. It never treats the batch as an empty result.',
      ja: '必要であれば改めて要求し、そうでなければエラーで終了します。0件の結果として扱いません。',
    },
    outcome: 'all records or a failure',
    rule: looks(firstEnds('aborted')),
  },
  {
    name: 'batch-failed',
    title: { en: 'A batch fails', ja: 'バッチが失敗する' },
    happens: {
      en: 'The first batch ends with an error: batch_flg is 5, with HTTP 200, result 0 and the reason in error_list. A new request succeeds.',
      ja: '最初のバッチがエラーで終了します。HTTPは200、result は 0、batch_flg は 5 で、理由は error_list にあります。新しい要求は成功します。',
    },
    goodClient: {
      en: 'It requests the batch again, a few times at most.',
      ja: '改めて要求します（繰り返しは数回まで）。',
    },
    outcome: 'all records',
    rule: looks(firstEnds('failed')),
  },
  {
    name: 'batch-empty',
    title: { en: 'Nothing fits the request', ja: '該当するデータがない' },
    happens: {
      en: 'Batches end without data: batch_flg is 0 and record_count "0". A get returns an empty list.',
      ja: '該当データなしで終了します。batch_flg は 0、record_count は "0" で、取得すると空のリストが返ります。',
    },
    goodClient: {
      en: 'It ends well, without records, and does not wait for batch_flg 3.',
      ja: '0件として正常に終了します。batch_flg が 3 になるのを待ち続けません。',
    },
    outcome: 'no records',
    rule: looks(() => 'empty'),
  },
  {
    name: 'batch-ends',
    title: { en: 'A batch ends between two gets', ja: '取得の途中でバッチが期限切れになる' },
    happens: {
      en: `One get may ask for at most ${narrowRecords} records. After its first get the first batch has expired: calls with its batch_id are refused with E000009.`,
      ja: `1回の取得は最大 ${narrowRecords} 件です。最初のバッチは1回目の取得の後に期限切れとなり、以降の呼び出しは E000009 で拒否されます。`,
    },
    goodClient: {
      en: 'It requests a new batch and begins again: records of two batches are never mixed.',
      ja: '新しいバッチを要求し、最初からやり直します。2つのバッチのレコードを混在させません。',
    },
    outcome: 'all records',
    rule: (call) => {
      const isOver = call.batch?.number === 1 && call.batch.gets > 0;
      return isOver ? { do: 'show batch', as: 'gone' } : (tooWide(call, narrowRecords) ?? pass);
    },
  },
];

import { batchReason } from '../batch-reasons.js';
import type { BothLanguages } from './error-codes.js';

/** Without a full stop at the end. */
const inJapanese: Readonly<Record<keyof typeof batchReason, string>> = {
  notProduced: 'レコードを作成できませんでした',
  workerEnded: 'バッチを処理していたワーカーが異常終了しました',
  noRoom: 'レコードを保存する空き容量がありません',
  changesUntold: '変更分を特定できなくなりました。もう一度要求すると、全件を取得できます',
};

const names = Object.keys(inJapanese) as (keyof typeof batchReason)[];

/**
 * The reason of a failed batch in both languages.
 *
 * @returns undefined for a reason that is not in `batchReason`
 * @example batchReasonMeaning('There is no room left to store the records')?.ja
 */
export function batchReasonMeaning(reason: string): BothLanguages | undefined {
  const [, known = '', times] = /^(.*?)(?:, (\d+) times)?$/.exec(reason) ?? [];
  const name = names.find((each) => batchReason[each] === known);
  if (name === undefined) return undefined;
  return { en: reason, ja: `${inJapanese[name]}${times === undefined ? '' : `（${times}回）`}。` };
}

import { arrow, picture } from './picture.mjs';

const texts = {
  en: {
    title: 'The life of a batch',
    description:
      'A request makes a waiting batch (1). It is processed (2) and ends as finished (3), as finished without data (0) or with an error (5). Until then it can be aborted (4). What has ended is kept for a time and then expires.',
    request: 'request',
    waiting: 'waiting',
    processing: 'processing',
    finished: 'finished',
    empty: 'without data',
    failed: 'with an error',
    aborted: 'aborted',
    get: 'get',
    gone: 'expires',
    cancel: 'DELETE',
  },
  ja: {
    title: 'バッチの状態遷移',
    description:
      '要求により処理待ち（1）のバッチが作成され、処理中（2）を経て、処理完了（3）、対象データなし（0）、異常終了（5）のいずれかになります。終了前であれば中止（4）できます。終了したバッチは一定期間保存された後、期限切れになります。',
    request: '要求',
    waiting: '処理待ち',
    processing: '処理中',
    finished: '処理完了',
    empty: '対象データなし',
    failed: '異常終了',
    aborted: '処理中止',
    get: '取得',
    gone: '期限切れ',
    cancel: 'DELETE',
  },
};

/**
 * The picture of a batch's life.
 *
 * @param {'en' | 'ja'} language
 */
export function batchLife(language) {
  const text = texts[language];
  const { title, description } = text;
  return picture({ id: 'life', look: 'batch-life', width: 760, height: 330, title, description }, [
    arrow('M5 129H95', [text.request], 48, 119),
    state(100, 100, '1', text.waiting),
    arrow('M250 129H305'),
    state(310, 100, '2', text.processing),
    arrow('M460 120 525 60'),
    arrow('M460 129H525'),
    arrow('M460 138 525 200'),
    state(530, 20, '3', text.finished),
    state(530, 100, '0', text.empty),
    state(530, 180, '5', text.failed),
    arrow('M175 158V270H305', [text.cancel], 215, 260),
    arrow('M385 158V236', [text.cancel], 420, 205),
    state(310, 241, '4', text.aborted),
    arrow('M680 49H752', [text.get], 716, 39),
    arrow('M680 129H730V286'),
    arrow('M680 209H730V286'),
    arrow('M460 270H729'),
    `<text x="722" y="306" class="label">${text.gone}</text>`,
  ]);
}

/**
 * @param {number} x
 * @param {number} y
 * @param {string} flag
 * @param {string} name
 */
function state(x, y, flag, name) {
  const box = `<rect x="${x}" y="${y}" width="150" height="58" rx="10" class="state state-${flag}"/>`;
  const words = `<text x="${x + 75}" y="${y + 25}" class="flag">${flag}</text><text x="${x + 75}" y="${y + 45}">${name}</text>`;
  return `<g>${box}${words}</g>`;
}

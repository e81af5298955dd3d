import { slipStatus, slipTransitions, tradeRecord } from '@trading-platform/domain-types';
import { describedRecord } from '@trading-platform/domain-types/meanings';
import { arrow, picture } from './picture.mjs';

/**
 * @typedef {'en' | 'ja'} Language
 * @typedef {import('@trading-platform/domain-types').SlipTransition} SlipTransition
 */

const texts = {
  en: {
    title: 'The life of a slip',
    upload: 'upload',
    generate: 'generate',
    sides: { buyer: 'buyer', seller: 'seller' },
    head: ['Action', 'Side', 'From', 'To', 'Takes'],
    stays: 'stays',
    makes: (/** @type {string} */ status) => `stays; a new slip is ${status}`,
    conditions: {
      always: '',
      open: 'while open',
      'open-or-moved': 'while open, or confirmed for another day than wished',
      unconfirmed: 'once',
      returnable: 'while goods can be returned',
    },
    between: ' ',
  },
  ja: {
    title: '取引伝票の状態遷移',
    upload: 'アップロード',
    generate: '生成',
    sides: { buyer: '買い手', seller: '売り手' },
    head: ['操作', '実行者', '変更前', '変更後', '指定できる項目'],
    stays: '変わりません',
    makes: (/** @type {string} */ status) => `変わりません（${status}の伝票を作成）`,
    conditions: {
      always: '',
      open: '変更可能な間',
      'open-or-moved': '変更可能な間、または希望と異なる納品日で確認された場合',
      unconfirmed: '1回のみ',
      returnable: '返品できる期間内',
    },
    between: '、',
  },
};

const width = 150;
const height = 96;
/**
 * The left upper corner of each state.
 *
 * @type {Readonly<Record<string, readonly [x: number, y: number]>>}
 */
const places = {
  [slipStatus.planned]: [10, 40],
  [slipStatus.ordered]: [270, 40],
  [slipStatus.shipped]: [530, 40],
  [slipStatus.received]: [790, 40],
  [slipStatus.orderCancelled]: [270, 210],
  [slipStatus.correctionRequested]: [530, 210],
  [slipStatus.shipmentCancelled]: [270, 380],
  [slipStatus.returned]: [790, 380],
};
/**
 * For each pair of states, the line between them and the middle of its words.
 *
 * @type {Readonly<Record<string, readonly [path: string, x: number, y: number]>>}
 */
const lines = {
  '10-40': ['M160 80H267', 213, 60],
  '10-41': ['M85 136V258H267', 185, 238],
  '40-41': ['M300 136V207', 362, 166],
  '40-60': ['M420 80H527', 473, 60],
  '60-61': ['M590 136V207', 524, 166],
  '61-60': ['M640 210V139', 676, 166],
  '60-68': ['M530 120H450V405H423', 524, 350],
  '61-68': ['M605 306V450H423', 524, 430],
  '60-80': ['M680 80H787', 733, 60],
  '61-80': ['M680 250H830V139', 755, 230],
  '80-88': ['M890 136V377', 938, 250],
};

/**
 * The picture of a slip's life, from the table of transitions.
 *
 * @param {Language} language
 */
export function slipLife(language) {
  const text = texts[language];
  const edges = new Map([['10-40', [text.generate]]]);
  for (const [key, rows] of Map.groupBy(moves(), (move) => move.key)) edges.set(key, labelOf(rows, text));
  const frame = { id: 'slip', look: 'batch-life slip-life', width: 1000, height: 490 };
  return picture({ ...frame, title: text.title, description: describe(language) }, [
    arrow('M85 4V37', [text.upload], 135, 20),
    arrow('M345 4V37', [text.upload], 395, 20),
    ...[...edges].map(([key, label]) => placedArrow(key, label)),
    ...Object.entries(places).map(([status, [x, y]]) => state(status, x, y, language)),
  ]);
}

/**
 * The table of actions.
 *
 * @param {Language} language
 */
export function slipActions(language) {
  const { head, sides, stays, makes, conditions, between } = texts[language];
  const rows = slipTransitions.map((/** @type {SlipTransition} */ row) => {
    const from = Object.entries(row.from).map(([status, condition]) => {
      const words = conditions[condition];
      return words === '' ? status : `${status} (${words})`;
    });
    const takes = Object.entries(row.takes).map(([field, use]) =>
      use === 'needed' ? `**\`${field}\`**` : `\`${field}\``,
    );
    const to = row.to ?? (row.makes === undefined ? stays : makes(row.makes));
    return [`\`${row.action}\``, sides[row.side], from.join('<br>'), to, takes.join(between)];
  });
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Every transition to another state, or to a new slip. */
function moves() {
  return slipTransitions.flatMap((/** @type {SlipTransition} */ row) => {
    const to = row.to ?? row.makes;
    return to === undefined ? [] : Object.keys(row.from).map((from) => ({ ...row, key: `${from}-${to}` }));
  });
}

/**
 * @param {readonly SlipTransition[]} rows
 * @param {typeof texts.en} text
 */
function labelOf(rows, { sides }) {
  const actions = [...new Set(rows.map(({ action }) => action))];
  return [`${rows.map(({ side }) => sides[side]).join(', ')}:`, ...actions];
}

/** @param {Language} language */
function describe(language) {
  const { sides } = texts[language];
  return moves()
    .map(({ key, action, side }) => `${key.replace('-', ' → ')}: ${sides[side]}, ${action}`)
    .join('; ');
}

/**
 * @param {string} key
 * @param {readonly string[]} label
 * @throws RangeError if the picture has no line for a transition
 */
function placedArrow(key, label) {
  const line = lines[key];
  if (line === undefined) throw new RangeError(`The picture of slips has no line for ${key}`);
  const [path, x, y] = line;
  return arrow(path, label, x, y);
}

/**
 * A state, with the actions that do not leave it.
 *
 * @param {string} status
 * @param {number} x
 * @param {number} y
 * @param {Language} language
 */
function state(status, x, y, language) {
  const staying = slipTransitions.filter(
    (/** @type {SlipTransition} */ row) =>
      Object.hasOwn(row.from, status) && row.to === undefined && row.makes === undefined,
  );
  const middle = x + width / 2;
  const words = [
    `<text x="${middle}" y="${y + 24}" class="flag">${status}</text>`,
    `<text x="${middle}" y="${y + 44}">${nameOf(status, language)}</text>`,
    ...staying.map(
      ({ side, action }, index) =>
        `<text x="${middle}" y="${y + 66 + 17 * index}" class="label">${texts[language].sides[side]}: ${action}</text>`,
    ),
  ];
  const box = `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="10" class="state"/>`;
  return `<g>${box}${words.join('')}</g>`;
}

/**
 * @param {string} status
 * @param {Language} language
 */
function nameOf(status, language) {
  const field = describedRecord(tradeRecord).fields.find(({ name }) => name === 'status_code');
  const { meaning = '', ja = '' } = field?.values?.find(({ value }) => value === status) ?? {};
  return language === 'ja' ? ja : meaning.replace(/,.*/, '');
}

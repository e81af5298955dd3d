import type { OrderDefect } from './order-defect.js';

type DefectWords = Readonly<Record<OrderDefect['kind'], (fitting: string) => string>>;

/**
 * The words for each defect: what is wrong with a field, and what to type instead. The argument is the limit, or the
 * values that fit.
 */
export const defectWords: { readonly en: DefectWords; readonly ja: DefectWords } = {
  en: {
    'not-json': () => 'This is not JSON.',
    'no-list': () => 'There is no list of orders (order_list) in it.',
    quotes: () => 'The quotes of this line do not match.',
    'unknown-column': (near) =>
      `There is no such column. ${near === '' ? 'The template has them all.' : `Type ${near}.`}`,
    'repeated-column': () => 'There are two columns of this field. Remove one.',
    'missing-column': () => 'This column is missing. The template has it.',
    cells: (limit) => `This line does not have ${limit} values like the first one. Put a value with a comma in quotes.`,
    missing: () => 'is missing. Type a value.',
    type: () => 'has the wrong type.',
    length: (limit) => `has more than ${limit === '1' ? '1 character' : `${limit} characters`}.`,
    form: () => 'is not written as the platform reads it. Type digits only.',
    number: () => 'is no number that the platform can read. Type it as 1200 or 12.5.',
    value: (fitting) => `is not one of the allowed values. Type ${fitting}.`,
    day: () => 'is no existing day. Type it as 2026-12-10 or 2026/12/10.',
    few: (limit) => `has fewer than ${limit === '1' ? '1 element' : `${limit} elements`}.`,
    many: (limit) => `has more than ${limit} elements.`,
    'many-lines': (limit) => `All orders together have more than ${limit} lines. Divide the file.`,
    repeated: () => 'is already used by an earlier order. Lines of one order follow each other.',
    'cell-error': () => 'is an error of the spreadsheet. Correct its formula, or type the value.',
    digits: () =>
      'has more than 15 digits, of which the spreadsheet keeps only 15. Format the cell as text, and type it again.',
    shortened: () => 'was shortened by a spreadsheet. Format the column as text, and type the code again.',
    'unknown-product': () => 'is not in your order master. Type a product of it.',
  },
  ja: {
    'not-json': () => 'JSONとして読み込めません。',
    'no-list': () => '発注のリスト（order_list）がありません。',
    quotes: () => 'この行の引用符の対応が正しくありません。',
    'unknown-column': (near) =>
      `この列はありません。${near === '' ? '列の一覧はテンプレートをご覧ください。' : `「${near}」と入力してください。`}`,
    'repeated-column': () => '同じ項目の列が2つあります。1つを削除してください。',
    'missing-column': () => 'この列がありません。テンプレートをご確認ください。',
    cells: (limit) =>
      `この行の値の数が、1行目の列数（${limit}）と一致しません。カンマを含む値は引用符で囲んでください。`,
    missing: () => 'が入力されていません。',
    type: () => 'の値の種類が正しくありません。',
    length: (limit) => `は${limit}文字以内で入力してください。`,
    form: () => 'の形式が正しくありません。数字のみで入力してください。',
    number: () => 'を数値として読み込めません。1200または12.5のように入力してください。',
    value: (fitting) => `に使用できない値です。${fitting}のいずれかを入力してください。`,
    day: () => 'は実在する日付を2026-12-10または2026/12/10のように入力してください。',
    few: (limit) => `は${limit}件以上必要です。`,
    many: (limit) => `は${limit}件以内にしてください。`,
    'many-lines': (limit) => `明細は全体で${limit}行以内にしてください。ファイルを分割してください。`,
    repeated: () => 'が前の発注と重複しています。同じ発注の行は続けて並べてください。',
    'cell-error': () => 'が表計算ソフトのエラー値です。数式を修正するか、値を入力してください。',
    digits: () =>
      'が15桁を超えるため、表計算ソフトで16桁目以降が失われています。セルの書式を文字列にして、入力し直してください。',
    shortened: () => 'が表計算ソフトで指数表示に変わっています。列の書式を文字列にして、コードを入力し直してください。',
    'unknown-product': () => 'は発注マスタにありません。発注マスタの商品を入力してください。',
  },
};

/** Returns the argument of the words of a defect. */
export function fittingOf({ limit, fitting = [] }: OrderDefect, language: 'en' | 'ja'): string {
  return limit === undefined
    ? fitting.join(language === 'en' ? ' or ' : '、')
    : new Intl.NumberFormat(language).format(limit);
}

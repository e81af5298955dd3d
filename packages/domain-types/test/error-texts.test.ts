import { describe, expect, it } from '@jest/globals';
import { errorDetail, errorDetailIn, errorsIn, errorText, errorTexts } from '../src/error-texts/index.js';
import { errorCode, errorTable } from '../src/index.js';

const japanese = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u;
const places = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
const isText = (name: string) => name !== name.toLowerCase();
const filled = (text: string, values: Readonly<Record<string, string>>) =>
  text.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');

describe('texts of error_detail', () => {
  it.each(Object.entries(errorTexts))('%s: the Japanese has the values of the English', (_name, { en, ja }) => {
    expect(ja).toMatch(japanese);
    expect(places(ja).toSorted()).toEqual(places(en).toSorted());
  });

  it.each(Object.entries(errorTexts))('%s is found again by its English', (_name, { en, ja }) => {
    const valuesIn = (buyer: string) =>
      Object.fromEntries(places(en).map((name, place) => [name, isText(name) ? buyer : `11-0${place}, (x) of`]));
    const english = filled(en, valuesIn('buyer'));
    expect(errorDetailIn('ja', english)).toBe(filled(ja, valuesIn('買い手')));
    expect(errorDetailIn('en', english)).toBe(english);
  });

  it('has a polite sentence for each code', () => {
    for (const { detailJa } of Object.values(errorTable)) expect(detailJa).toMatch(/^[^。].*(ください|ます)。$/);
  });

  it('translates texts within texts, with values as they are', () => {
    const Possible = errorText('actionsOfBoth', {
      Side: errorText('buyer'),
      actions: 'change, cancel',
      Other: errorText('seller'),
      others: 'confirm, ship',
    });
    const detail = errorText('slipClosed', { State: errorText('ordered'), code: '40', Possible });
    expect(detail).toBe(
      'The slip is ordered (40) and its closing time is over; possible now: for the buyer change, cancel; for the seller confirm, ship.',
    );
    expect(errorDetailIn('ja', detail)).toBe(
      '伝票の状態は「発注済み（40）」で、締め時間を過ぎています。現在実行できる操作：買い手は change, cancel、売り手は confirm, ship。',
    );
  });

  it('leaves texts of other versions as they are', () => {
    expect(errorDetailIn('ja', 'Press any key.')).toBe('Press any key.');
  });

  it('changes only the detail of an error', () => {
    const entry = {
      error_item: 'a[1]',
      error_code: errorCode.tooLong,
      error_detail: errorText('atMostCharacters', { most: 8 }),
    };
    const missing = { error_item: '', error_code: errorCode.missing, error_detail: errorDetail(errorCode.missing) };
    expect(errorsIn('ja', [entry, missing])).toEqual([
      { ...entry, error_detail: '8文字以内で送信してください。' },
      { ...missing, error_detail: 'この項目は必須です。値を設定してください。' },
    ]);
    expect(errorsIn('en', [entry])).toEqual([entry]);
  });
});

import { describe, expect, it } from '@jest/globals';
import { makeFormat } from './format.js';

const en = makeFormat('en');
const ja = makeFormat('ja');

describe('formats', () => {
  it.each([
    [0, '0 ms', '0ミリ秒'],
    [999, '999 ms', '999ミリ秒'],
    [1_000, '1 s', '1秒'],
    [2_340, '2.3 s', '2.3秒'],
    [9_999, '10 s', '10秒'],
    [59_400, '59 s', '59秒'],
    [59_600, '1 min 0 s', '1分0秒'],
    [84_000, '1 min 24 s', '1分24秒'],
    [3_600_000, '1 h 0 min', '1時間0分'],
    [8_000_000, '2 h 13 min', '2時間13分'],
  ])('write %s milliseconds', (ms, inEnglish, inJapanese) => {
    expect([en.duration(ms), ja.duration(ms)]).toEqual([inEnglish, inJapanese]);
  });

  it.each([
    [0, '0 bytes'],
    [1, '1 byte'],
    [999, '999 bytes'],
    [1_000, '1 kB'],
    [31_600_000, '31.6 MB'],
    [28_300_000_000_000_000, '28,300 TB'],
  ])('write %s bytes', (bytes, written) => {
    expect(en.bytes(bytes)).toBe(written);
  });

  it('write times as they are in Japan, wherever the browser is', () => {
    const at = Date.parse('2026-11-20T15:30:05Z');
    expect([en.moment(at), en.time(at), ja.moment(at)]).toEqual(['21 Nov, 00:30', '00:30:05', '11月21日 00:30']);
    expect([en.day('2026-11-27'), ja.day('2026-11-27')]).toEqual(['27 Nov 2026 (Fri)', '2026/11/27 (金)']);
  });

  it.each([
    ['', ''],
    ['1234', '¥1,234'],
    ['-999999999999', '-¥999,999,999,999'],
    ['1,234', '1,234'],
    ['▲500', '▲500'],
  ])('write the amount "%s", and leave a text that is none', (amount, written) => {
    expect(en.yen(amount)).toBe(written);
  });
});

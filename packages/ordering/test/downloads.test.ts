import { expect, it } from '@jest/globals';
import { nameOf } from '@trading-platform/domain-types';
import { type Download, masterDownload, settingDownloads, tradeDownload } from '../src/index.js';

const downloads: readonly Download[] = [masterDownload, tradeDownload, ...Object.values(settingDownloads)];

it.each(downloads)('declares the $name download with the array that its get answer has', ({ answer, arrayName }) => {
  expect(answer.fields.map(nameOf)).toEqual(['request_id', 'result', 'error_list', arrayName]);
});

it('names no two downloads alike, as batches are stored under their names', () => {
  expect(new Set(downloads.map(({ name }) => name)).size).toBe(downloads.length);
});

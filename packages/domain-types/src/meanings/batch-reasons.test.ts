import { describe, expect, it } from '@jest/globals';
import { batchReason, workerEndedReason } from '../batch-reasons.js';
import { batchReasonMeaning } from './batch-reasons.js';

describe('the reasons of failed batches', () => {
  it.each(Object.values(batchReason))('%s: has words in both languages', (reason) => {
    expect(batchReasonMeaning(reason)).toEqual({ en: reason, ja: expect.stringMatching(/[\u3040-\u30ff].*。$/) });
  });

  it('say how often a worker ended', () => {
    expect(batchReasonMeaning(workerEndedReason(3))).toEqual({
      en: 'The worker that produced the batch ended unexpectedly, 3 times',
      ja: 'バッチを処理していたワーカーが異常終了しました（3回）。',
    });
  });

  it.each(['The market is closed', '', ', 3 times', 'The records could not be produced today'])(
    '%s: a reason of a function stays as it is',
    (reason) => {
      expect(batchReasonMeaning(reason)).toBeUndefined();
    },
  );
});

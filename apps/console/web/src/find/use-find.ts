import { keepPreviousData, useQuery } from '@tanstack/preact-query';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { outcomeWords } from '../batches/state-mark.js';
import { useFunctions } from '../batches/use-functions.js';
import { call } from '../server/call.js';
import { useRights } from '../session/use-rights.js';
import { useSlipWords } from '../slips/use-slip-words.js';
import { useTexts } from '../texts/use-texts.js';
import { type FoundGroup, foundGroups } from './find-options.js';

/** The pause in typing after which the text is sent. */
const pauseMs = 200;

/** Finds the records that a text names, while the user types. */
export function useFind(typed: string) {
  const speech = useTexts();
  const { t, format } = speech;
  const maySeeSlips = useRights().may('trade');
  const text = usePaused(typed.trim());
  const query = useQuery({
    queryKey: ['find', text],
    queryFn: ({ signal }) => call('GET /api/find', { query: { text }, signal }),
    enabled: text !== '',
    placeholderData: keepPreviousData,
  });
  const slipWords = useSlipWords({ isNeeded: (query.data?.slips.length ?? 0) > 0 });
  const functions = useFunctions({ isNeeded: (query.data?.batches.length ?? 0) > 0 });
  const groups = useMemo((): readonly FoundGroup[] => {
    if (query.data === undefined || text === '') return [];
    const words = {
      day: format.plainDay,
      instant: format.moment,
      slipStatus: slipWords.statusOf,
      functionTitle: functions.titleOf,
      outcome: (batch: Parameters<typeof outcomeWords>[0]) => outcomeWords(batch, speech),
      uploadNo: t.find.uploadNo,
      batch: t.find.batch,
    };
    return foundGroups(query.data, words, maySeeSlips);
  }, [query.data, text, speech, slipWords.statuses.length, functions.data, maySeeSlips]);
  return {
    groups,
    error: query.error,
    isComplete: query.data?.isComplete !== false,
    /** Whether the groups belong to the text that is typed now. */
    isSettled: text === typed.trim() && !query.isFetching,
  };
}

function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    if (text === '') return setPaused('');
    const timer = setTimeout(() => setPaused(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}

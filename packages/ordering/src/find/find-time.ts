import pLimit from 'p-limit';

/** The number of callers whose names are compared at the same time. Others wait, so that they do not delay other calls. */
const comparing = pLimit(2);
/**
 * The maximum time in milliseconds from the question to the end of comparing names. It includes the time for waiting.
 */
const longestMs = 700;

/**
 * Runs a comparison of many names in its turn.
 *
 * @param compare the comparison; its parameter `isOver` returns true when the time for the comparison is over
 */
export function inFindTime<Result>(compare: (isOver: () => boolean) => Promise<Result>): Promise<Result> {
  const until = performance.now() + longestMs;
  return comparing(() => compare(() => performance.now() > until));
}

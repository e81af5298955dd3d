export {
  assertThreadKnows,
  JudgingThread,
  type JudgingThreadOptions,
  ThreadUnavailableError,
} from './judging-thread.js';

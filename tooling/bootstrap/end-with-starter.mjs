import { isMainThread } from 'node:worker_threads';

// `npm start` loads this into each service: one whose starter is gone, in whatever way, ends as if it had been told to. Their
// standard input is a pipe from the starter, in which nothing is ever written and which ends with it.
if (isMainThread) {
  process.stdin.on('error', () => undefined);
  process.stdin.once('close', () => process.kill(process.pid, 'SIGTERM'));
  process.stdin.resume();
  process.stdin.unref();
}

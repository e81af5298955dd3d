import { isMainThread } from 'node:worker_threads';

// Each service loads this. When the process that started the service is gone, the service ends as on SIGTERM. Its
// standard input is a pipe from that process: nothing is ever written into the pipe, and the pipe closes when that
// process ends.
if (isMainThread) {
  process.stdin.on('error', () => undefined);
  process.stdin.once('close', () => process.kill(process.pid, 'SIGTERM'));
  process.stdin.resume();
  process.stdin.unref();
}

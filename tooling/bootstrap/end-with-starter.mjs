import { isMainThread } from 'node:worker_threads';

// Each service loads this. When the process that started the service is gone, the service ends as on SIGTERM. The
// standard input of the service is a pipe from the process that started it. Nothing is ever written into this pipe, and
// it closes when that process ends.
if (isMainThread) {
  process.stdin.on('error', () => undefined);
  process.stdin.once('close', () => process.kill(process.pid, 'SIGTERM'));
  process.stdin.resume();
  process.stdin.unref();
}

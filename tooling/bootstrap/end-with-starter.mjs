import { isMainThread } from 'node:worker_threads';

// Each service loads this. When the process that started it is gone, the service ends as on SIGTERM: its standard input
// is a pipe from that process, which never writes and ends with it.
if (isMainThread) {
  process.stdin.on('error', () => undefined);
  process.stdin.once('close', () => process.kill(process.pid, 'SIGTERM'));
  process.stdin.resume();
  process.stdin.unref();
}

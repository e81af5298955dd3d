const watchParentMs = 500;

/**
 * Calls `onEnd` when this process should end: after Ctrl-C, SIGTERM, the closing of the terminal, or the end of the
 * parent process (npm).
 *
 * @param {() => void} onEnd called once for each of these events
 */
export function onWishToEnd(onEnd) {
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, onEnd);
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    onEnd();
  }, watchParentMs);
  timer.unref();
}

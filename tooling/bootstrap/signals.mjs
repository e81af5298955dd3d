const watchParentMs = 500;

/**
 * Calls back when somebody wants us to end: Ctrl-C, SIGTERM, a closed terminal, or a parent (npm) that is gone.
 *
 * @param {() => void} onEnd called once for each wish
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

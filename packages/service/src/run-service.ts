import type { ServiceOptions } from './service-options.js';
import { startFailureText } from './start-failure-text.js';
import { startService } from './start-service.js';

/**
 * Runs a service process: starts it, and on SIGTERM or SIGINT finishes its requests and exits with 0. A second signal
 * ends it at once. A failed start is one line on standard error and exit code 1.
 *
 * @param prepare reads the settings and returns the options; if it throws, the start has failed
 */
export async function runService(name: string, prepare: () => ServiceOptions | Promise<ServiceOptions>): Promise<void> {
  try {
    const service = await startService(await prepare());
    stopOnSignal(() => service.stop());
  } catch (error) {
    process.stderr.write(`${name}: cannot start: ${startFailureText(error)}\n`);
    process.exit(1);
  }
}

const unfinishedExitCode = 1;
const interruptedExitCode = 130;

function stopOnSignal(stop: () => Promise<boolean>): void {
  let stopping = false;
  const onSignal = () => {
    if (stopping) process.exit(interruptedExitCode);
    stopping = true;
    stop().then(
      (finished) => process.exit(finished ? 0 : unfinishedExitCode),
      () => process.exit(unfinishedExitCode),
    );
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}

import { CliError } from './cli-error.js';

/** Aborts when the person presses Ctrl-C or the process is told to end. A second Ctrl-C ends it at once. */
export function interruptSignal(): AbortSignal {
  const controller = new AbortController();
  const interrupt = () => controller.abort(new CliError('interrupted', 'interrupted'));
  process.once('SIGINT', interrupt);
  process.once('SIGTERM', interrupt);
  return controller.signal;
}

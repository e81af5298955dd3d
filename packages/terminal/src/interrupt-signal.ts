import { CliError } from './cli-error.js';

/** Aborts on Ctrl-C or SIGTERM. A second Ctrl-C ends the process at once. */
export function interruptSignal(): AbortSignal {
  const controller = new AbortController();
  const interrupt = () => controller.abort(new CliError('interrupted', 'interrupted'));
  process.once('SIGINT', interrupt);
  process.once('SIGTERM', interrupt);
  return controller.signal;
}

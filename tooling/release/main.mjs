/** Makes a release of the repository whose root is the current folder. */
import { failureLine } from '@trading-platform/bootstrap/failure';
import { endCommands } from '@trading-platform/bootstrap/run-command';
import { onWishToEnd } from '@trading-platform/bootstrap/signals';
import { help, readOptions } from './options.mjs';
import { release } from './release.mjs';

const tell = (/** @type {string} */ text) => void process.stdout.write(`${text}\n`);

// The running command then fails, so the release stops and cleans up.
onWishToEnd(endCommands);

try {
  const options = readOptions(process.argv.slice(2));
  if (options.help) tell(help.trimEnd());
  else await release(process.cwd(), options, tell);
} catch (error) {
  process.stderr.write(`${failureLine(error)}\n`);
  process.exitCode = 1;
}

import { describeSandbox } from './sandbox.js';

const all = Number.POSITIVE_INFINITY;

describeSandbox({
  marketSize: 'small',
  scenariosEach: all,
  scenariosOfTp: all,
  scenariosOfRobust: all,
  looksAtPages: 'all',
  seed: 7,
  timeoutMs: 600_000,
});

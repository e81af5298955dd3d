import { describeSandbox } from './sandbox.js';

describeSandbox({
  marketSize: '300',
  examples: ['start.py'],
  scenariosEach: 2,
  scenariosOfTp: 2,
  scenariosOfRobust: 2,
  looksAtPages: 'each',
  seed: 20_261_123,
});

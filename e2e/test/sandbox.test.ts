import { describeSandbox } from './sandbox.js';

describeSandbox({
  marketSize: '300',
  clients: ['tp sync'],
  examples: [],
  scenariosEach: 0,
  scenariosOfTp: 1,
  scenariosOfRobust: 1,
  looksAtPages: false,
  seed: 20_261_123,
});

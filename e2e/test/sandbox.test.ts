import { describeSandbox } from './sandbox.js';

describeSandbox({ scenariosEach: 2, scenariosOfTp: 4, scenariosOfRobust: 4, seed: 20_261_123 });

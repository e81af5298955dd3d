import { describeSandbox } from './sandbox.js';

describeSandbox({ scenariosEach: 4, scenariosOfTp: 10, seed: 20_261_123 });

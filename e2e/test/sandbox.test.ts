import { describeSandbox } from './sandbox.js';

describeSandbox({ scenariosEach: 4, seed: 20_261_123 });

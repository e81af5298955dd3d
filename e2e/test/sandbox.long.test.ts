import { describeSandbox } from './sandbox.js';

describeSandbox({ scenariosEach: Number.POSITIVE_INFINITY, seed: 7, timeoutMs: 600_000 });

import { describeFuzz } from './describe-fuzz.js';

const minutes = Number(process.env['TEST_FUZZ_MINUTES'] ?? 5);

describeFuzz({ seed: Math.floor(Date.now() / 1_000), requests: 2_000, minutes });

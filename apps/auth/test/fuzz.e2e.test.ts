import { describeFuzz } from './describe-fuzz.js';

describeFuzz({ seed: 1, requests: 400 });

import { describeMissingFiles } from './readiness.js';

describeMissingFiles();

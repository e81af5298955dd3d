/** Records the public types of each package in `packages/NAME/api`. The packages must be built. */
import { recordReports } from './api/recorded.mjs';
import { apiReports } from './api/report.mjs';
import { publicPackages } from './public-packages.mjs';

recordReports(apiReports(publicPackages()));

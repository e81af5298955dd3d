import { describePaging } from './describe-paging.js';

describePaging(60, 600_000);

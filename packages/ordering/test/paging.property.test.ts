import { describePaging } from './describe-paging.js';

describePaging(4);

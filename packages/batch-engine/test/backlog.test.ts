import { describeBacklog } from './describe-backlog.js';

describeBacklog(4_000);

import { describeBacklog } from './describe-backlog.js';

describeBacklog(200_000, 300_000);

import { describeBacklog } from './describe-backlog.js';

describeBacklog(200_000, { lookMs: 2, timeoutMs: 300_000 });

import { describeRights } from './describe-rights.js';

describeRights(true);

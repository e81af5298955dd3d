import { describeRights } from './describe-rights.js';

describeRights(false);

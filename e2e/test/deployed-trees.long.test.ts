import { describeDeployedTrees } from './deployed-trees.js';

describeDeployedTrees(['auth', 'api', 'worker', 'console', 'tpctl'], true);

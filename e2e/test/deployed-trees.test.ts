import { describeDeployedTrees } from './deployed-trees.js';

/** The largest service, and the program that is no service. The long test has the trees of all programs. */
describeDeployedTrees(['api', 'tpctl']);

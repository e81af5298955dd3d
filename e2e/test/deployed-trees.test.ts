import { describeDeployedTrees } from './deployed-trees.js';

/**
 * The short test builds the trees of the largest service and of the only program that is not a service. The long test
 * builds the trees of all programs.
 */
describeDeployedTrees(['api', 'tpctl']);

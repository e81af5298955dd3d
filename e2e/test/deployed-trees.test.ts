import { describeDeployedTrees } from './deployed-trees.js';

/** The short test builds the smallest tree that has the driver of SQLite. The long test builds and runs all trees. */
describeDeployedTrees(['tpctl'], false);

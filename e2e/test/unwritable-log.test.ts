import { describeUnwritableLogs } from './unwritable-log.js';

/**
 * One service is enough here, because the services share the code. The long test tests all services with every fault.
 */
describeUnwritableLogs({
  serving: [{ kind: 'the disk is full', names: ['worker'] }],
  failing: [],
  isForPeopleToo: false,
});
